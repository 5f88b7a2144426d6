export const failure = {
  errorTitle: "Der gik noget galt hos os",
  errorLead: "Genindlæs siden: Så viser den, hvordan det står til med din betaling.",
  errorAgain: "Prøv igen",
} as const;
