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
  copyWhat: "Kopiera: {what}",
  copied: "Kopierat: {what}",
  copyFailed: "Det gick inte att kopiera",
  exact:
    "Använd exakt det här beloppet och den här referensen. Bara då kan {payee} se att pengarna gäller din beställning.",
  duration:
    "Hos de flesta banker i euroområdet tar det några sekunder, annars upp till en bankdag.",
  otherDevice: "Betala med en annan enhet",
  sentHint:
    "Tryck här när du har skickat den. Då väntar vi på dina pengar, och tiden att betala går inte längre ut.",
  sent: "Jag har skickat överföringen",
  waiting: {
    tab: "Väntar på din överföring",
    title: "Vi väntar på din överföring",
    lead: "Hos de flesta banker i euroområdet tar det några sekunder, annars upp till en bankdag.",
    safe: "Du kan stänga sidan: {payee} får veta det så snart pengarna har kommit.",
    notSent: "Jag skickade den inte",
  },
  notSent: {
    title: "Vill du avbryta betalningen med överföring?",
    lead: "Betalningen avslutas då. Fortsätt bara om inga pengar är på väg till {payee}.",
    yes: "Jag skickade den inte",
    no: "Jag har skickat den, fortsätt vänta",
  },
} as const;
