import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Pagamento dal conto bancario con Bankside",
  testMode: "Modalità di prova – nessun denaro reale",
  test: "Test",
  payee: "Beneficiario",
  order: "Ordine",
  amount: "Importo",
  reference: "Riferimento",
  time: "Data e ora",
  iban: "IBAN",
  back: "Indietro",
  returnToShop: "Torna a {payee}",
  notFoundTitle: "Qui non c’è nulla",
  notFoundLead:
    "Questo indirizzo non porta da nessuna parte. Forse è scritto male o non è più valido.",
  homeLink: "Vai alla pagina iniziale",
  ...failure,
  outage: {
    title: "Al momento non siamo raggiungibili",
    lead: "Nulla è andato perso e l’apertura di questa pagina non ha comportato alcun pagamento. Riprovi tra un momento: la pagina mostrerà la situazione.",
    again: "Riprova",
  },
  problem: {
    transaction_in_progress:
      "La banca sta già elaborando questo pagamento, quindi qui non si può più modificare.",
    transaction_final: "Questo pagamento è già concluso, quindi non si può più modificare.",
    attempts_exhausted:
      "Per questo pagamento non sono possibili altri tentativi. Torni al negozio e ricominci.",
    payment_in_question:
      "La banca ha dato due risposte diverse sull’ultimo tentativo, quindi il pagamento potrebbe essere avvenuto. Stiamo verificando: non paghi di nuovo, nemmeno altrove, e si rivolga al negozio.",
    authorisation_open:
      "Un altro tentativo presso una banca è ancora aperto. Lo concluda lì, oppure attenda un momento e riprovi.",
    order_changed: "Questa pagina non era aggiornata. Controlli ancora una volta i dati qui sotto.",
    bank_unavailable:
      "Non siamo riusciti ad aprire la pagina della sua banca. Riprovi o scelga un’altra banca.",
    payer_not_verified: "Confermi la sua identità prima di pagare.",
    session_missing:
      "Questa pagina è rimasta aperta troppo a lungo. Confermi di nuovo la sua identità.",
    code_wrong: "Il codice non è corretto. Controlli l’ultima e-mail e riprovi.",
    code_expired: "Questo codice non è più valido. Ne richieda uno nuovo.",
    passkey_failed:
      "Questa passkey non può essere usata qui. Inserisca invece il suo indirizzo e-mail.",
    code_too_soon:
      "Un codice è appena stato inviato. Attenda l’e-mail per mezzo minuto prima di richiederne un altro.",
    too_many_codes:
      "A questo indirizzo sono stati inviati troppi codici. Usi l’ultimo ricevuto o riprovi tra un quarto d’ora.",
    too_many_requests:
      "Al momento arrivano troppe richieste dalla sua rete. Attenda un minuto, poi riprovi.",
    no_more_codes:
      "Per questo pagamento non si possono inviare altri codici. Usi l’ultimo ricevuto o ricominci nel negozio o nell’app.",
    cookies_blocked:
      "Il suo browser non conserva i cookie di questa pagina, quindi non possiamo continuare. Consenta i cookie o apra il link in un altro browser.",
    mail_unavailable:
      "Non è stato possibile inviare l’e-mail con il codice. Controlli l’indirizzo e riprovi tra un momento.",
    unavailable:
      "Al momento non riusciamo a raggiungere i nostri sistemi. Ricarichi la pagina prima di pagare di nuovo.",
    other: "Non ha funzionato. Controlli qui sotto a che punto è il pagamento, poi riprovi.",
  },
} as const;
