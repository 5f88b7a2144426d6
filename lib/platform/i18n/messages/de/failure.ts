export const failure = {
  errorTitle: "Bei uns ist etwas schiefgegangen",
  errorLead: "Bitte laden Sie die Seite neu: Sie zeigt den Stand Ihrer Zahlung.",
  errorAgain: "Erneut versuchen",
} as const;
