export const refund = {
  tab: "Återbetalning från {payee}",
  title: "Vart ska din återbetalning skickas?",
  lead: "{payee} betalar tillbaka {amount} till dig. Ange kontot du betalade från. Bara {payee} och företagets bank får det.",
  name: "Kontoinnehavare",
  nameProblem: "Ange kontoinnehavarens namn.",
  go: "Spara konto",
  doneTitle: "Kontot är sparat",
  doneLead: "{payee} skickar {amount} till det här kontot.",
  overTitle: "Länken fungerar inte längre",
  overLead: "Den har redan använts eller gått ut. Be butiken om en ny.",
} as const;
