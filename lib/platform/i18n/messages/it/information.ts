export const information = {
  link: "Informazioni e accessibilità",
  details: "Dati e reclami",
  title: "Informazioni su questo servizio di pagamento",
  lead: "Chi avvia il pagamento e chi aiuta se qualcosa non va.",
  service: "Servizio di pagamento",
  company: {
    title: "Chi avvia il pagamento",
    lead: "{operator} avvia il pagamento presso la sua banca. Il denaro va direttamente dal suo conto al beneficiario.",
    none: "L’azienda che gestisce questo servizio non ha ancora inserito i propri dati.",
    test: "In modalità di prova non si muove denaro reale.",
    name: "Azienda",
    address: "Indirizzo",
    email: "Indirizzo e-mail",
    licence: "Autorizzazione",
    authority: "Vigilanza",
  },
  terms: "Condizioni",
  privacy: "Informativa sulla privacy",
  complaints: {
    title: "Problemi e reclami",
    bank: "Non ha autorizzato un pagamento o l’importo è sbagliato: contatti subito la banca.",
    shop: "Ha una domanda sull’ordine: contatti il negozio.",
    operator:
      "Vuole fare un reclamo su questo servizio di pagamento: contatti {operator}. Indichi beneficiario, importo e ora del pagamento.",
    how: "Come fare un reclamo",
    further: "Se non è d’accordo con la risposta, può rivolgersi a:",
    disputes: "Organismo per la risoluzione delle controversie",
  },
  back: "Torna al pagamento",
  accessibility: {
    title: "Dichiarazione di accessibilità",
    lead: "Tutti devono poter pagare. Il nostro obiettivo è il livello AA delle WCAG 2.2 e ciò che la norma europea EN 301 549 richiede alle pagine web.",
    scope:
      "Questa dichiarazione riguarda le pagine di pagamento e la console per gli esercenti. Non riguarda le pagine di negozi e banche.",
    tested: {
      title: "Che cosa viene verificato",
      axe: "Controlli automatici con axe secondo le regole delle WCAG 2.2, livelli A e AA, con il contrasto dei colori chiari e scuri",
      keyboard: "Pagare e annullare con la sola tastiera",
      sight:
        "Schermi stretti di 320 pixel, testo molto spaziato, contrasto elevato e testo da destra a sinistra",
      script: "Pagare senza JavaScript",
      focus:
        "Una nuova schermata porta il focus sul suo titolo, e il tempo rimasto viene annunciato",
    },
    limits: {
      title: "Limiti noti",
      people:
        "Non ci sono stati test con persone che usano lettori di schermo, né una verifica indipendente.",
      time: "Un pagamento scade dopo un certo tempo, che non si può prolungare. Può ricominciare nel negozio.",
      console: "La console per gli esercenti è solo in inglese.",
    },
    feedback: {
      title: "Segnalazioni",
      write: "Qualcosa non funziona per lei? Ci scriva:",
      shop: "Qualcosa non funziona per lei? Contatti il negozio che sta pagando.",
    },
    date: "Redatta il {date}, in base ai test di {product}.",
  },
} as const;
