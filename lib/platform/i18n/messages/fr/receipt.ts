export const receipt = {
  tab: "Reçu – {payee}",
  title: "Reçu de paiement",
  lead: "Payé directement depuis un compte bancaire. Le paiement figure aussi sur votre relevé.",
  open: "Reçu",
  bank: "Payé via",
  mark: "Mode test – ce n’est pas un paiement. Aucun argent n’a été transféré.",
  note: "Confirme le paiement\u202f; ne vaut pas facture.",
  print: "Imprimer ou enregistrer",
  printHint:
    "Pour conserver ce reçu, choisissez «\u00a0Imprimer\u00a0» dans le menu de votre navigateur. Vous pouvez aussi y enregistrer un PDF.",
  share: "Partager",
  shareHint: "La personne qui reçoit le lien voit ce reçu sans la banque, et rien d’autre.",
  copied: "Lien vers le reçu copié",
  shareFailed:
    "Le lien n’a pas pu être copié. Appuyez longuement ou faites un clic droit sur le bouton pour le copier.",
  mailHint: "Nous l’utilisons uniquement pour envoyer ce reçu.",
  mailSend: "Envoyer le reçu par e-mail",
  mailSent: "Nous avons envoyé le reçu. Il peut mettre une minute à arriver.",
  mailFailed: "Le reçu n’a pas pu être envoyé. Veuillez réessayer plus tard.",
} as const;
