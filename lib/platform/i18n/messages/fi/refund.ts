export const refund = {
  tab: "Hyvitys: {payee}",
  title: "Mihin hyvitys maksetaan?",
  lead: "{payee} hyvittää sinulle {amount}. Anna tili, jolta maksoit. Sen saavat vain {payee} ja yrityksen pankki.",
  name: "Tilinomistaja",
  nameProblem: "Anna tilinomistajan nimi.",
  go: "Tallenna tili",
  doneTitle: "Tili tallennettu",
  doneLead: "{payee} maksaa {amount} tälle tilille.",
  overTitle: "Linkki ei enää toimi",
  overLead: "Se on jo käytetty tai vanhentunut. Pyydä kaupalta uusi.",
} as const;
