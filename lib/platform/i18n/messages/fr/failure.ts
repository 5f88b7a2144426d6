export const failure = {
  errorTitle: "Un problème est survenu de notre côté",
  errorLead: "Veuillez recharger la page\u00a0: elle indique où en est votre paiement.",
  errorAgain: "Réessayer",
} as const;
