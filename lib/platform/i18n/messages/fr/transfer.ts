export const transfer = {
  ways: "Moyens de paiement",
  byBank: "Payer avec votre banque",
  byTransfer: "Virement",
  tab: "Virer {amount} à {payee}",
  title: "Payer par virement",
  lead: "Scannez le code dans votre application bancaire, ou recopiez ces informations dans un virement.",
  phoneLead: "Recopiez ces informations dans un virement depuis votre application bancaire.",
  qr: "QR code pour applications bancaires\u00a0: virer {amount} à {payee}, compte {iban}, référence {reference}.",
  testQr:
    "QR code d’un test, référence {reference}. Aucune application bancaire ne peut payer avec.",
  test: "Ceci est un test. Veuillez ne pas envoyer d’argent\u00a0: le code ne permet aucun paiement.",
  copy: "Copier",
  copyWhat: "Copier\u00a0: {what}",
  copied: "Copié\u00a0: {what}",
  copyFailed: "La copie n’a pas fonctionné",
  exact:
    "Veuillez indiquer exactement ce montant et cette référence. C’est le seul moyen pour {payee} de savoir que l’argent concerne votre commande.",
  duration:
    "Cela prend quelques secondes dans la plupart des banques de la zone euro, sinon jusqu’à un jour ouvré.",
  otherDevice: "Payer avec un autre appareil",
  sentHint:
    "Appuyez ici une fois le virement envoyé. Nous attendons alors votre argent, et le délai de paiement ne court plus.",
  sent: "J’ai envoyé le virement",
  waiting: {
    tab: "En attente de votre virement",
    title: "Nous attendons votre virement",
    lead: "Cela prend quelques secondes dans la plupart des banques de la zone euro, sinon jusqu’à un jour ouvré.",
    safe: "Vous pouvez fermer cette page\u00a0: {payee} est informé dès que l’argent est arrivé.",
    notSent: "Je ne l’ai pas envoyé",
  },
  notSent: {
    title: "Annuler ce paiement par virement\u202f?",
    lead: "Le paiement prend alors fin. Ne continuez que si aucun argent n’est en route vers {payee}.",
    yes: "Je ne l’ai pas envoyé",
    no: "Je l’ai envoyé, continuer à attendre",
  },
} as const;
