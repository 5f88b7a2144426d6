export const failure = {
  errorTitle: "Något gick fel hos oss",
  errorLead: "Ladda om sidan, så ser du betalningens status.",
  errorAgain: "Försök igen",
} as const;
