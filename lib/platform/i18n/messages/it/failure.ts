export const failure = {
  errorTitle: "Si è verificato un problema da parte nostra",
  errorLead: "Ricarichi la pagina: mostra a che punto è il pagamento.",
  errorAgain: "Riprova",
} as const;
