export const refund = {
  tab: "Vrácení peněz: {payee}",
  title: "Kam máme vrátit vaše peníze?",
  lead: "{payee} vám vrací {amount}. Zadejte účet, ze kterého jste platili. Dostane ho jen {payee} a příslušná banka.",
  name: "Majitel účtu",
  nameProblem: "Zadejte jméno majitele účtu.",
  go: "Uložit účet",
  doneTitle: "Účet uložen",
  doneLead: "{payee} pošle {amount} na tento účet.",
  overTitle: "Tento odkaz už nefunguje",
  overLead: "Už byl použit, nebo jeho platnost vypršela. Požádejte obchod o nový.",
} as const;
