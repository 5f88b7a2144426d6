export const transfer = {
  ways: "Måder at betale på",
  byBank: "Betal med din bank",
  byTransfer: "Bankoverførsel",
  tab: "Overfør {amount} til {payee}",
  title: "Betal med bankoverførsel",
  lead: "Scan koden i din bankapp, eller kopiér oplysningerne til en overførsel.",
  phoneLead: "Kopiér oplysningerne til en overførsel i din bankapp.",
  qr: "QR-kode til bankapps: overfør {amount} til {payee}, konto {iban}, reference {reference}.",
  testQr: "QR-kode til en test, reference {reference}. Ingen bankapp kan betale med den.",
  test: "Dette er en test. Send ingen penge: koden betaler ingenting.",
  copy: "Kopiér",
  copied: "Kopieret: {what}",
  copyFailed: "Det kunne ikke kopieres",
  exact:
    "Brug præcis dette beløb og denne reference. Kun så kan {payee} se, at pengene er til din ordre.",
  duration: "En overførsel kan tage op til en bankdag.",
  sentHint:
    "Tryk her, når du har sendt den. Så venter vi på dine penge, og tiden til at betale udløber ikke længere.",
  sent: "Jeg har sendt overførslen",
  waiting: {
    tab: "Venter på din overførsel",
    title: "Vi venter på din overførsel",
    lead: "En overførsel kan tage op til en bankdag.",
    safe: "Du kan lukke siden: {payee} får besked, så snart pengene er der.",
    notSent: "Jeg sendte den ikke",
  },
  notSent: {
    title: "Sendte du ikke overførslen?",
    lead: "Betalingen slutter så. Fortsæt kun, hvis ingen penge er på vej til {payee}.",
    yes: "Jeg sendte den ikke",
    no: "Jeg har sendt den, bliv ved med at vente",
  },
} as const;
