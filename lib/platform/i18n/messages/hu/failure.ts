export const failure = {
  errorTitle: "Nálunk történt hiba",
  errorLead: "Kérjük, töltse be újra az oldalt: mutatja, hol tart a fizetés.",
  errorAgain: "Újra",
} as const;
