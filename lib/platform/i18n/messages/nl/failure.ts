export const failure = {
  errorTitle: "Er ging iets mis aan onze kant",
  errorLead: "Laad de pagina opnieuw: daarop staat de status van uw betaling.",
  errorAgain: "Opnieuw proberen",
} as const;
