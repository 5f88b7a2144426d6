export const transfer = {
  ways: "Modi di pagamento",
  byBank: "Paghi con la sua banca",
  byTransfer: "Bonifico",
  tab: "Bonifico di {amount} a {payee}",
  title: "Pagare con bonifico",
  lead: "Inquadri il codice nell’app della sua banca oppure copi i dati in un bonifico.",
  phoneLead: "Copi questi dati in un bonifico nell’app della sua banca.",
  qr: "Codice QR per app bancarie: bonifico di {amount} a {payee}, conto {iban}, riferimento {reference}.",
  testQr:
    "Codice QR di una prova, riferimento {reference}. Nessuna app bancaria può pagare con esso.",
  test: "Questa è una prova. Non invii denaro: con il codice non si paga nulla.",
  copy: "Copia",
  copyWhat: "Copia: {what}",
  copied: "Copiato: {what}",
  copyFailed: "Non è stato possibile copiare",
  exact:
    "Usi esattamente questo importo e questo riferimento. Solo così {payee} può sapere che il denaro è per il suo ordine.",
  duration:
    "Con la maggior parte delle banche dell’area dell’euro bastano pochi secondi, altrimenti fino a un giorno lavorativo.",
  otherDevice: "Paga con un altro dispositivo",
  sentHint:
    "Prema qui dopo averlo inviato. Da quel momento aspettiamo il suo denaro e il tempo per pagare non scade più.",
  sent: "Ho inviato il bonifico",
  waiting: {
    tab: "In attesa del suo bonifico",
    title: "Stiamo aspettando il suo bonifico",
    lead: "Con la maggior parte delle banche dell’area dell’euro bastano pochi secondi, altrimenti fino a un giorno lavorativo.",
    safe: "Può chiudere questa pagina: {payee} viene avvisato appena il denaro arriva.",
    notSent: "Non l’ho inviato",
  },
  notSent: {
    title: "Annullare questo pagamento con bonifico?",
    lead: "Il pagamento allora termina. Continui solo se nessun denaro è in arrivo a {payee}.",
    yes: "Non l’ho inviato",
    no: "L’ho inviato, continua ad aspettare",
  },
} as const;
