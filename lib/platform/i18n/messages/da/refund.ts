export const refund = {
  tab: "Tilbagebetaling fra {payee}",
  title: "Hvor skal din tilbagebetaling sendes hen?",
  lead: "{payee} betaler dig {amount} tilbage. Skriv den konto, du betalte fra. Kun {payee} og dennes bank får den.",
  name: "Kontohaver",
  nameProblem: "Skriv navnet på kontohaveren.",
  go: "Gem konto",
  doneTitle: "Kontoen er gemt",
  doneLead: "{payee} sender {amount} til denne konto.",
  overTitle: "Linket virker ikke længere",
  overLead: "Det er allerede brugt eller udløbet. Bed butikken om et nyt.",
} as const;
