export const payer = {
  order: {
    tab: "Paga {amount} a {payee}",
    codeHint: "Verifichi che questo codice corrisponda a quello sul suo computer.",
    cancel: "Annulla il pagamento",
  },
  altered: {
    tab: "Codice non valido",
    title: "Questo codice non è valido",
    lead: "È stato alterato o appartiene a un altro ordine. Non paghi. Inquadri di nuovo il codice sulla pagina del negozio.",
  },
  email: {
    tab: "Confermi la sua identità",
    title: "Confermi la sua identità",
    lead: "Invieremo un codice di sei cifre a questo indirizzo.",
    label: "Indirizzo e-mail",
    problem: "Inserisca un indirizzo e-mail, ad esempio name@example.com.",
    send: "Invia codice",
    sending: "Invio in corso…",
    haveCode: "Ho già un codice",
    passkey: "Usa una passkey",
    passkeyFailed: "Non è stata usata alcuna passkey. Riprovi o inserisca il suo indirizzo e-mail.",
  },
  code: {
    tab: "Inserisca il codice",
    title: "Inserisca il codice",
    lead: "Lo abbiamo inviato a {email}. È valido per dieci minuti.",
    label: "Codice di sei cifre",
    problem: "Il codice non è corretto. Controlli l’ultima e-mail e riprovi.",
    confirm: "Conferma",
    confirming: "Verifica in corso…",
    sent: "Abbiamo inviato un nuovo codice. I precedenti non valgono più.",
    sending: "Invio in corso…",
    resend: "Invia un nuovo codice",
    resendIn: "Invia un nuovo codice (tra {seconds}\u00a0s)",
    resendHint: "Si può inviare un nuovo codice dopo mezzo minuto.",
    resendReady: "Ora può richiedere un nuovo codice.",
    another: "Usa un altro indirizzo",
    mailbox: "Apri la casella di posta della demo",
    mailboxHint:
      "Modalità di prova: non viene inviato nulla. L’e-mail si trova nella casella di posta della demo.",
  },
  bank: {
    tab: "Scelga la sua banca",
    title: "Scelga la sua banca",
    lead: "{product} avvia il pagamento presso la banca che sceglie. Nulla viene pagato finché non lo autorizza lì.",
    continue: "Vai a {bank}",
    opening: "Apertura della banca…",
    none: "Al momento non è disponibile alcuna banca. Riprovi più tardi.",
    paused: "Sospesa per un problema: {banks}. Scelga un’altra banca.",
    justNow: {
      declined: "Ha appena rifiutato",
      bank_unavailable: "Poco fa non era raggiungibile",
    },
    search: "Cerca la banca",
    find: "Cerca",
    found: "Banche trovate: {count}",
    notFound: "Nessuna banca corrisponde a questo nome.",
    payingAs: "Sta pagando come {email}",
    remember: "Ricordami su questo dispositivo",
    rememberHint:
      "La prossima volta non servirà alcun codice. Non lo faccia su un dispositivo condiviso.",
    passkey: "Crea una passkey",
    passkeyHint:
      "La prossima volta potrà usare l’impronta, il volto o il blocco schermo al posto del codice. Non lo faccia su un dispositivo condiviso.",
    passkeyFailed: "Non è stata creata alcuna passkey. Riprovi o scelga «{remember}».",
    forget: "Non è lei? Dimentica questo dispositivo",
  },
  waiting: {
    title: "In attesa della banca…",
    lead: "Questa pagina si aggiorna non appena la banca risponde.",
  },
  unpaid: {
    tab: "Non ancora confermato",
    title: "Non ancora confermato",
    lead: "La banca non ci ha comunicato alcuna autorizzazione. Se ha appena autorizzato, attenda qui: questa pagina si aggiorna da sola. Altrimenti continui presso la sua banca o ne scelga un’altra.",
    resume: "Continua presso la banca",
  },
  declined: {
    tab: "Non ancora pagato",
    tryAgain: "Riprova",
    another: "Scegli un’altra banca",
  },
  result: {
    close: "Fatto. Può chiudere questa pagina.",
  },
  app: {
    back: "Torna all’app",
    going: "Ritorno all’app in corso…",
    byYourself: "Può chiudere questa pagina e tornare all’app.",
    ended: {
      cancelled: "Non è stato pagato nulla.",
      expired: "Non è stato pagato nulla. Torni all’app per ricominciare.",
      superseded: "Qui non è stato pagato nulla. L’app ha avviato un nuovo pagamento.",
      failed: "Non è stato pagato nulla. Torni all’app per pagare in un altro modo.",
    },
  },
  confirmCancel: {
    tab: "Annullare il pagamento?",
    title: "Annullare questo pagamento?",
    lead: "Non è stato pagato nulla. Informeremo {payee}.",
    yes: "Sì, annulla",
    no: "No, continua il pagamento",
  },
  unknown: {
    tab: "Pagamento non trovato",
    title: "Questo pagamento non può essere mostrato",
    lead: "Inquadri di nuovo il codice sulla pagina del negozio, o avvii lì di nuovo il pagamento.",
  },
  enter: {
    title: "Un momento",
    lead: "Il pagamento si sta aprendo.",
    next: "Continua",
  },
  unregisteredScheme:
    "Lo schema {scheme} dell’app non è registrato nell’account. La modalità di prova lo accetta, la modalità reale lo rifiuta.",
  again: {
    link_used: {
      title: "Questo link è già stato aperto",
      lead: "Si apre una sola volta e in un solo posto: in un’altra app, in un altro browser o su un altro dispositivo non funziona più. Se vuole ancora pagare, ricominci nella sua app.",
    },
    link_not_valid: {
      title: "Questo link non è valido",
      lead: "Forse è troppo vecchio o ne manca una parte. Qui non è stato pagato nulla. Ricominci nella sua app.",
    },
    return_address_refused: {
      title: "Impossibile tornare all’app",
      lead: "Non è stato pagato nulla. L’app ci ha chiesto di riportarla a un indirizzo che non apriamo. Lo segnali a chi ha realizzato l’app.",
      maker: {
        title: "Per chi sviluppa l’app",
        lead: "redirect-url deve essere uno schema proprio dell’app in minuscolo, come myapp, o un indirizzo al suo interno. Gli indirizzi web e gli schemi di browser e sistemi vengono rifiutati, così come, in modalità reale, uno schema che manca dall’elenco dell’account. Il link non è stato consumato.",
      },
    },
    session_missing: {
      title: "Torni alla sua app",
      lead: "Questo browser non contiene il pagamento, o il tempo è scaduto. Controlli nella sua app a che punto è il pagamento, o ricominci da lì.",
    },
    cookies_blocked: {
      title: "Qui i cookie sono bloccati",
      lead: "Questo browser non conserva i cookie della nostra pagina, quindi il pagamento non può continuare. Qui non è stato pagato nulla. Consenta i cookie e ricominci nella sua app.",
      maker: {
        title: "Per chi sviluppa l’app",
        lead: "La webview deve accettare i cookie dell’indirizzo che apre: mantengono la sessione dopo il primo caricamento. Attivi i cookie e crei una nuova transazione, perché questo link è stato consumato.",
      },
    },
    unavailable: {
      title: "Non ha funzionato",
      lead: "Al momento non possiamo aprire il pagamento, e qui non è stato pagato nulla. Ricominci nella sua app tra un momento.",
    },
    unattended: "Apra questo link nella sua app.",
  },
} as const;
