export const refund = {
  tab: "Remboursement de {payee}",
  title: "Où envoyer votre remboursement\u202f?",
  lead: "{payee} vous rembourse {amount}. Saisissez le compte depuis lequel vous avez payé. Seuls {payee} et sa banque le reçoivent.",
  name: "Titulaire du compte",
  nameProblem: "Saisissez le nom du titulaire du compte.",
  go: "Enregistrer le compte",
  doneTitle: "Compte enregistré",
  doneLead: "{payee} enverra {amount} sur ce compte.",
  overTitle: "Ce lien ne fonctionne plus",
  overLead: "Il a déjà été utilisé ou a expiré. Demandez-en un nouveau à la boutique.",
} as const;
