export const transfer = {
  ways: "Zahlungsarten",
  byBank: "Mit Ihrer Bank zahlen",
  byTransfer: "Überweisung",
  tab: "{amount} an {payee} überweisen",
  title: "Per Überweisung zahlen",
  lead: "Scannen Sie den Code in Ihrer Banking-App oder übernehmen Sie die Angaben in eine Überweisung.",
  phoneLead: "Übernehmen Sie diese Angaben in eine Überweisung in Ihrer Banking-App.",
  qr: "QR-Code für Banking-Apps: {amount} an {payee} überweisen, Konto {iban}, Referenz {reference}.",
  testQr: "QR-Code eines Tests, Referenz {reference}. Keine Banking-App kann damit zahlen.",
  test: "Das ist ein Test. Bitte überweisen Sie kein Geld: Mit dem Code lässt sich nichts bezahlen.",
  copy: "Kopieren",
  copyWhat: "Kopieren: {what}",
  copied: "Kopiert: {what}",
  copyFailed: "Das Kopieren hat nicht geklappt",
  exact:
    "Bitte verwenden Sie genau diesen Betrag und diese Referenz. Nur so erkennt {payee}, dass das Geld für Ihre Bestellung ist.",
  duration:
    "Bei den meisten Banken im Euroraum dauert das Sekunden, sonst bis zu einem Bankarbeitstag.",
  otherDevice: "Mit einem anderen Gerät zahlen",
  sentHint:
    "Drücken Sie hier, sobald Sie die Überweisung gesendet haben. Wir warten dann auf Ihr Geld, und die Zeit zum Bezahlen läuft nicht mehr ab.",
  sent: "Ich habe die Überweisung gesendet",
  waiting: {
    tab: "Warten auf Ihre Überweisung",
    title: "Wir warten auf Ihre Überweisung",
    lead: "Bei den meisten Banken im Euroraum dauert das Sekunden, sonst bis zu einem Bankarbeitstag.",
    safe: "Sie können diese Seite schließen: {payee} erfährt es, sobald das Geld da ist.",
    notSent: "Ich habe sie nicht gesendet",
  },
  notSent: {
    title: "Zahlung per Überweisung abbrechen?",
    lead: "Die Zahlung endet dann. Fahren Sie nur fort, wenn kein Geld an {payee} unterwegs ist.",
    yes: "Ich habe sie nicht gesendet",
    no: "Ich habe sie gesendet, weiter warten",
  },
} as const;
