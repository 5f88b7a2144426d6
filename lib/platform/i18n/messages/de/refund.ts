export const refund = {
  tab: "Erstattung von {payee}",
  title: "Wohin soll Ihre Erstattung gehen?",
  lead: "{payee} erstattet Ihnen {amount}. Geben Sie das Konto an, von dem Sie bezahlt haben. Nur {payee} und die beteiligte Bank erhalten es.",
  name: "Kontoinhaber",
  nameProblem: "Geben Sie den Namen des Kontoinhabers ein.",
  go: "Konto speichern",
  doneTitle: "Konto gespeichert",
  doneLead: "{payee} überweist {amount} auf dieses Konto.",
  overTitle: "Dieser Link funktioniert nicht mehr",
  overLead: "Er wurde bereits verwendet oder ist abgelaufen. Bitten Sie den Shop um einen neuen.",
} as const;
