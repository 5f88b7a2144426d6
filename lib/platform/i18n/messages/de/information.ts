export const information = {
  link: "Informationen und Barrierefreiheit",
  details: "Angaben und Beschwerden",
  title: "Über diesen Zahlungsdienst",
  lead: "Wer Ihre Zahlung startet und wer hilft, wenn etwas nicht stimmt.",
  service: "Zahlungsdienst",
  company: {
    title: "Wer Ihre Zahlung startet",
    lead: "{operator} startet die Zahlung bei Ihrer Bank. Das Geld geht direkt von Ihrem Konto an den Empfänger.",
    none: "Das Unternehmen, das diesen Dienst betreibt, hat noch keine Angaben hinterlegt.",
    test: "Im Testmodus fließt kein echtes Geld.",
    name: "Unternehmen",
    address: "Anschrift",
    email: "E-Mail-Adresse",
    licence: "Zulassung",
    authority: "Aufsicht",
  },
  terms: "Bedingungen",
  privacy: "Datenschutz",
  complaints: {
    title: "Probleme und Beschwerden",
    bank: "Sie haben eine Zahlung nicht freigegeben oder der Betrag ist falsch: Wenden Sie sich sofort an Ihre Bank.",
    shop: "Sie haben eine Frage zu Ihrer Bestellung: Wenden Sie sich an den Shop.",
    operator:
      "Sie möchten sich über diesen Zahlungsdienst beschweren: Wenden Sie sich an {operator}. Nennen Sie Empfänger, Betrag und Zeitpunkt der Zahlung.",
    how: "So beschweren Sie sich",
    further:
      "Sind Sie mit der Antwort nicht einverstanden, können Sie sich an diese Stellen wenden:",
    disputes: "Stelle zur Beilegung von Streitigkeiten",
  },
  back: "Zurück zur Zahlung",
  accessibility: {
    title: "Erklärung zur Barrierefreiheit",
    lead: "Alle sollen bezahlen können. Unser Ziel ist WCAG 2.2, Stufe AA, und was die europäische Norm EN 301 549 von Webseiten verlangt.",
    scope:
      "Diese Erklärung gilt für die Zahlungsseiten und die Konsole für Händler. Sie gilt nicht für die Seiten von Shops und Banken.",
    tested: {
      title: "Was geprüft wird",
      axe: "Automatische Prüfungen mit axe nach den Regeln der WCAG 2.2, Stufen A und AA, mit dem Kontrast heller und dunkler Farben",
      keyboard: "Bezahlen und Abbrechen allein mit der Tastatur",
      sight:
        "Schmale Bildschirme mit 320 Pixeln, weite Textabstände, hoher Kontrast und Schrift von rechts nach links",
      script: "Bezahlen ohne JavaScript",
      focus:
        "Eine neue Ansicht setzt den Fokus auf ihre Überschrift, und die verbleibende Zeit wird angesagt",
    },
    limits: {
      title: "Bekannte Grenzen",
      people:
        "Es gab noch keinen Test mit Menschen, die Screenreader benutzen, und keine unabhängige Prüfung.",
      time: "Eine Zahlung läuft nach einer Weile ab, und Sie können die Zeit nicht verlängern. Sie können im Shop neu beginnen.",
      console: "Die Konsole für Händler gibt es nur auf Englisch.",
    },
    feedback: {
      title: "Rückmeldung",
      write: "Etwas funktioniert für Sie nicht? Schreiben Sie uns:",
      shop: "Etwas funktioniert für Sie nicht? Wenden Sie sich an den Shop, bei dem Sie bezahlen.",
    },
    date: "Erstellt am {date}, aufgrund der Tests von {product}.",
  },
} as const;
