export const refund = {
  tab: "Rimborso di {payee}",
  title: "Dove vuole ricevere il rimborso?",
  lead: "{payee} le rimborsa {amount}. Inserisca il conto da cui ha pagato. Lo ricevono solo {payee} e la sua banca.",
  name: "Titolare del conto",
  nameProblem: "Inserisca il nome del titolare del conto.",
  go: "Salva il conto",
  doneTitle: "Conto salvato",
  doneLead: "{payee} invierà {amount} su questo conto.",
  overTitle: "Questo link non funziona più",
  overLead: "È già stato usato o è scaduto. Ne chieda uno nuovo al negozio.",
} as const;
