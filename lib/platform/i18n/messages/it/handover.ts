export const handover = {
  elsewhere: {
    title: "Aperto su un altro dispositivo",
    lead: "Questo ordine è stato aperto prima su un altro dispositivo o in un altro browser. Tutte le sue schermate mostrano lo stesso codice.",
    wait: "Può attendere qui: questa pagina si aggiorna da sola.",
    atBank:
      "Lì è in corso l’autorizzazione presso la banca. Continui qui solo se lì non verrà completata.",
    takeOver: "Usa questo dispositivo",
    taking: "Un momento…",
  },
  released: {
    title: "Non più aperto qui",
    lead: "Nella pagina del negozio è stato chiesto un altro telefono. Può comunque continuare qui.",
  },
  inQuestion: {
    title: "Stiamo verificando questo pagamento",
  },
  back: {
    tab: "Non ancora pagato",
    title: "Non ancora pagato",
    otherTab: "Continui nell’altra scheda",
    notOpened: "L’ordine non è stato aperto. Riprovi, oppure scelga un altro modo qui sotto.",
    appNotOpened:
      "L’ordine non è stato aperto. Se il telefono ha chiesto se aprire l’app, lo consenta, oppure continui nel browser.",
    notFinished: "Il pagamento è aperto in un’altra scheda o app. Lo completi lì o continui qui.",
    atBank:
      "La banca non ci ha comunicato alcuna autorizzazione. Se ha appena autorizzato, attenda qui: questa pagina si aggiorna da sola.",
    tryAgain: "Riprova",
    resume: "Continua il pagamento",
    hint: "Ritorno senza aver pagato?",
  },
  slow: {
    lead: "Alcune banche impiegano fino al giorno lavorativo successivo. Non deve fare nulla.",
    asked: "Ultima richiesta alla banca: {time}",
  },
  alreadyPaid: {
    tab: "Già pagato",
    title: "Già pagato",
    lead: "Questo pagamento è già stato effettuato. Non c’è altro da pagare.",
  },
  refusedFrame: {
    tab: "Non mostrata qui",
    title: "Questa pagina non può essere mostrata qui",
    lead: "Torni al negozio e inizi lì il pagamento.",
  },
  simulation: {
    title: "Prova: scelga l’esito",
    lead: "Fa la parte di chi paga presso la banca di prova. Possibile solo con pagamenti in modalità di prova.",
    approve: "Autorizza",
    decline: "Rifiuta",
    insufficient_funds: "Saldo insufficiente",
    hang: "Prima nessuna risposta, poi pagato",
    cancel: "Annulla presso la banca",
    expire: "Lascia scadere il tempo",
  },
} as const;
