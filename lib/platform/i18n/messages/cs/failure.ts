export const failure = {
  errorTitle: "Na naší straně se něco nepovedlo",
  errorLead: "Načtěte prosím stránku znovu: ukáže stav vaší platby.",
  errorAgain: "Zkusit znovu",
} as const;
