export const approval = {
  wait: {
    title: "Autorizzi nell’app della sua banca",
    lead: "La banca glielo chiede lì o con un messaggio. Questa pagina si aggiorna non appena risponde.",
    says: "La sua banca scrive:",
  },
  noPage: {
    title: "La banca ha l’ordine, ma non ci ha dato una pagina",
    lead: "Se la sua app glielo chiede, può autorizzare lì. Altrimenti scelga un’altra banca.",
  },
  missing: {
    title: "La banca ha ancora questo ordine",
    lead: "Nessuno l’ha autorizzato, quindi non è stato pagato nulla. Se la banca glielo chiede ancora, rifiuti, a meno che non voglia pagare.",
  },
  unknown: {
    title: "In attesa della banca…",
    lead: "La banca ha l’ordine, ma non ci ha ancora comunicato se è stato autorizzato.",
  },
  account: {
    title: "Il suo conto presso {bank}",
    lead: "{bank} ne ha bisogno per aprire il pagamento. Lo trasmettiamo solo alla sua banca e lo cancelliamo con gli altri dati di questo pagamento.",
    iban: "Il suo IBAN",
    ibanProblem: "Inserisca un IBAN valido, ad esempio DE89 3704 0044 0532 0130 00.",
    id: "Il suo nome utente dell’home banking",
    idHint: "Mai la password o il PIN: li chiede la banca stessa.",
    idProblem: "Inserisca il suo nome utente dell’home banking.",
  },
  testBanks: "Test: altri tipi di banche",
} as const;
