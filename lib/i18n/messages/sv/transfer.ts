export const transfer = {
  ways: "Sätt att betala",
  byBank: "Betala med din bank",
  byTransfer: "Banköverföring",
  tab: "Överför {amount} till {payee}",
  title: "Betala med banköverföring",
  lead: "Skanna koden i din bankapp eller kopiera uppgifterna till en överföring.",
  phoneLead: "Kopiera uppgifterna till en överföring i din bankapp.",
  qr: "QR-kod för bankappar: överför {amount} till {payee}, konto {iban}, referens {reference}.",
  testQr: "QR-kod för ett test, referens {reference}. Ingen bankapp kan betala med den.",
  test: "Det här är ett test. Skicka inga pengar: koden betalar ingenting.",
  copy: "Kopiera",
  copied: "Kopierat: {what}",
  copyFailed: "Det gick inte att kopiera",
  exact:
    "Använd exakt det här beloppet och den här referensen. Bara då kan {payee} se att pengarna gäller din beställning.",
  duration: "En överföring kan ta upp till en bankdag.",
  sentHint:
    "Tryck här när du har skickat den. Då väntar vi på dina pengar, och tiden att betala går inte längre ut.",
  sent: "Jag har skickat överföringen",
  waiting: {
    tab: "Väntar på din överföring",
    title: "Vi väntar på din överföring",
    lead: "En överföring kan ta upp till en bankdag.",
    safe: "Du kan stänga sidan: {payee} får veta det så snart pengarna har kommit.",
    notSent: "Jag skickade den inte",
  },
  notSent: {
    title: "Skickade du inte överföringen?",
    lead: "Betalningen avslutas då. Fortsätt bara om inga pengar är på väg till {payee}.",
    yes: "Jag skickade den inte",
    no: "Jag har skickat den, fortsätt vänta",
  },
} as const;
