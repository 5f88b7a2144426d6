export const failure = {
  errorTitle: "Wystąpił błąd po naszej stronie",
  errorLead: "Prosimy ponownie załadować stronę: pokaże ona stan płatności.",
  errorAgain: "Spróbuj ponownie",
} as const;
