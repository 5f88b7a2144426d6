export const failure = {
  errorTitle: "Meillä tapahtui virhe",
  errorLead: "Lataa sivu uudelleen: se näyttää, missä vaiheessa maksusi on.",
  errorAgain: "Yritä uudelleen",
} as const;
