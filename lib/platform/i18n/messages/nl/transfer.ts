export const transfer = {
  ways: "Manieren om te betalen",
  byBank: "Betalen met uw bank",
  byTransfer: "Overschrijving",
  tab: "{amount} overmaken naar {payee}",
  title: "Betalen met een overschrijving",
  lead: "Scan de code in uw bankapp of neem de gegevens over in een overschrijving.",
  phoneLead: "Neem deze gegevens over in een overschrijving in uw bankapp.",
  qr: "QR-code voor bankapps: {amount} overmaken naar {payee}, rekening {iban}, referentie {reference}.",
  testQr: "QR-code van een test, referentie {reference}. Geen bankapp kan ermee betalen.",
  test: "Dit is een test. Maak geen geld over: met de code wordt niets betaald.",
  copy: "Kopiëren",
  copyWhat: "Kopiëren: {what}",
  copied: "Gekopieerd: {what}",
  copyFailed: "Kopiëren is niet gelukt",
  exact:
    "Gebruik precies dit bedrag en deze referentie. Alleen dan ziet {payee} dat het geld voor uw bestelling is.",
  duration:
    "Bij de meeste banken in het eurogebied duurt dit enkele seconden, anders tot één werkdag.",
  otherDevice: "Betalen met een ander apparaat",
  sentHint:
    "Druk hierop zodra u het geld hebt overgemaakt. We wachten dan op uw geld en de tijd om te betalen loopt niet meer af.",
  sent: "Ik heb het geld overgemaakt",
  waiting: {
    tab: "Wachten op uw overschrijving",
    title: "We wachten op uw overschrijving",
    lead: "Bij de meeste banken in het eurogebied duurt dit enkele seconden, anders tot één werkdag.",
    safe: "U kunt deze pagina sluiten: {payee} krijgt bericht zodra het geld er is.",
    notSent: "Ik heb niets overgemaakt",
  },
  notSent: {
    title: "Deze betaling per overschrijving annuleren?",
    lead: "De betaling eindigt dan. Ga alleen verder als er geen geld onderweg is naar {payee}.",
    yes: "Ik heb niets overgemaakt",
    no: "Ik heb het overgemaakt, blijf wachten",
  },
} as const;
