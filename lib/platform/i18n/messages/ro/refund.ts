export const refund = {
  tab: "Rambursare de la {payee}",
  title: "Unde trimitem rambursarea?",
  lead: "{payee} vă rambursează {amount}. Introduceți contul din care ați plătit. Îl primesc doar {payee} și banca sa.",
  name: "Titularul contului",
  nameProblem: "Introduceți numele titularului contului.",
  go: "Salvați contul",
  doneTitle: "Cont salvat",
  doneLead: "{payee} va trimite {amount} în acest cont.",
  overTitle: "Acest link nu mai funcționează",
  overLead: "A fost deja folosit sau a expirat. Cereți magazinului unul nou.",
} as const;
