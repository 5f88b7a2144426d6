export const handover = {
  elsewhere: {
    title: "Ouvert sur un autre appareil",
    lead: "Cette commande a d’abord été ouverte sur un autre appareil ou dans un autre navigateur. Tous ses écrans affichent le même code.",
    wait: "Vous pouvez attendre ici\u00a0: cette page se met à jour d’elle-même.",
    atBank:
      "Le paiement est en cours de validation auprès de la banque sur l’autre appareil. Ne continuez ici que s’il ne doit pas y être terminé.",
    takeOver: "Utiliser cet appareil",
    taking: "Un instant…",
  },
  released: {
    title: "N’est plus ouvert ici",
    lead: "Un autre téléphone a été demandé sur la page de la boutique. Vous pouvez tout de même continuer ici.",
  },
  inQuestion: {
    title: "Nous vérifions ce paiement",
  },
  back: {
    tab: "Pas encore payé",
    title: "Pas encore payé",
    otherTab: "Continuez dans l’autre onglet",
    notOpened:
      "La commande n’a pas été ouverte. Réessayez, ou choisissez une autre façon ci-dessous.",
    appNotOpened:
      "La commande n’a pas été ouverte. Si votre téléphone a demandé s’il fallait ouvrir l’application, acceptez, ou continuez dans le navigateur.",
    notFinished:
      "Votre paiement est ouvert dans un autre onglet ou une application. Terminez-le là-bas ou continuez ici.",
    atBank:
      "Votre banque ne nous a signalé aucune validation. Si vous venez de valider, attendez ici\u00a0: cette page se met à jour d’elle-même.",
    tryAgain: "Réessayer",
    resume: "Poursuivre le paiement",
    hint: "De retour sans avoir payé\u202f?",
  },
  slow: {
    lead: "Certaines banques ont besoin de temps jusqu’au jour ouvré suivant. Vous n’avez rien à faire.",
    asked: "Dernière demande à la banque\u00a0: {time}",
  },
  alreadyPaid: {
    tab: "Déjà payé",
    title: "Déjà payé",
    lead: "Ce paiement a déjà été effectué. Il n’y a plus rien à payer.",
  },
  refusedFrame: {
    tab: "Non affichée ici",
    title: "Cette page ne peut pas être affichée ici",
    lead: "Retournez à la boutique et commencez-y le paiement.",
  },
  simulation: {
    title: "Test\u00a0: choisir le résultat",
    lead: "Joue le rôle du payeur auprès de la banque de test. Possible uniquement pour les paiements en mode test.",
    approve: "Valider",
    decline: "Refuser",
    insufficient_funds: "Solde insuffisant",
    hang: "D’abord sans réponse, puis payé",
    cancel: "Annuler à la banque",
    expire: "Laisser expirer le délai",
  },
} as const;
