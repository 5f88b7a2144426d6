import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Zahlen vom Bankkonto mit Bankside",
  testMode: "Testmodus – kein echtes Geld",
  test: "Test",
  payee: "Empfänger",
  order: "Bestellung",
  amount: "Betrag",
  reference: "Referenz",
  time: "Zeitpunkt",
  iban: "IBAN",
  back: "Zurück",
  returnToShop: "Zurück zu {payee}",
  notFoundTitle: "Hier ist nichts",
  notFoundLead:
    "Diese Adresse führt nirgendwohin. Vielleicht ist sie falsch geschrieben oder veraltet.",
  homeLink: "Zur Startseite",
  ...failure,
  outage: {
    title: "Wir sind gerade nicht erreichbar",
    lead: "Es ist nichts verloren gegangen, und durch das Öffnen dieser Seite wurde nichts bezahlt. Bitte versuchen Sie es gleich noch einmal: Die Seite zeigt dann den aktuellen Stand.",
    again: "Erneut versuchen",
  },
  problem: {
    transaction_in_progress:
      "Ihre Bank bearbeitet diese Zahlung bereits. Deshalb lässt sie sich hier nicht mehr ändern.",
    transaction_final:
      "Diese Zahlung ist bereits abgeschlossen. Deshalb lässt sie sich nicht mehr ändern.",
    attempts_exhausted:
      "Für diese Zahlung sind keine weiteren Versuche möglich. Gehen Sie zurück zum Shop und beginnen Sie neu.",
    payment_in_question:
      "Ihre Bank hat zu Ihrem letzten Versuch widersprüchliche Angaben gemacht. Möglicherweise ist die Zahlung erfolgt. Wir prüfen das: Bitte zahlen Sie nicht noch einmal, auch nicht anderswo, und fragen Sie im Shop nach.",
    authorisation_open:
      "Ein anderer Versuch bei einer Bank ist noch offen. Schließen Sie ihn dort ab, oder warten Sie einen Moment und versuchen Sie es erneut.",
    order_changed:
      "Diese Seite war nicht mehr aktuell. Bitte prüfen Sie die Angaben unten noch einmal.",
    bank_unavailable:
      "Wir konnten die Seite Ihrer Bank nicht öffnen. Versuchen Sie es erneut oder wählen Sie eine andere Bank.",
    payer_not_verified: "Bitte bestätigen Sie vor dem Bezahlen, dass Sie es sind.",
    session_missing:
      "Diese Seite war zu lange geöffnet. Bitte bestätigen Sie noch einmal, dass Sie es sind.",
    code_wrong:
      "Dieser Code ist nicht richtig. Sehen Sie in der neuesten E-Mail nach und versuchen Sie es erneut.",
    code_expired: "Dieser Code ist nicht mehr gültig. Bitte fordern Sie einen neuen an.",
    passkey_failed:
      "Dieser Passkey kann hier nicht verwendet werden. Geben Sie stattdessen Ihre E-Mail-Adresse ein.",
    code_too_soon:
      "Gerade wurde ein Code gesendet. Bitte warten Sie eine halbe Minute auf die E-Mail, bevor Sie einen neuen anfordern.",
    too_many_codes:
      "An diese Adresse wurden zu viele Codes gesendet. Verwenden Sie den letzten, den Sie erhalten haben, oder versuchen Sie es in einer Viertelstunde erneut.",
    too_many_requests:
      "Aus Ihrem Netz kommen gerade zu viele Anfragen. Bitte warten Sie eine Minute und versuchen Sie es dann erneut.",
    no_more_codes:
      "Für diese Zahlung können keine weiteren Codes gesendet werden. Verwenden Sie den letzten, den Sie erhalten haben, oder beginnen Sie im Shop oder in der App neu.",
    cookies_blocked:
      "Ihr Browser speichert für diese Seite keine Cookies. Deshalb geht es hier nicht weiter. Erlauben Sie Cookies oder öffnen Sie den Link in einem anderen Browser.",
    mail_unavailable:
      "Die E-Mail mit Ihrem Code konnte nicht gesendet werden. Bitte prüfen Sie die Adresse und versuchen Sie es gleich noch einmal.",
    unavailable:
      "Wir erreichen unsere Systeme gerade nicht. Bitte laden Sie die Seite neu, bevor Sie noch einmal zahlen.",
    other:
      "Das hat nicht funktioniert. Bitte prüfen Sie unten den Stand der Zahlung und versuchen Sie es dann erneut.",
  },
} as const;
