export const receipt = {
  tab: "Beleg – {payee}",
  title: "Zahlungsbeleg",
  lead: "Direkt vom Bankkonto bezahlt. Die Zahlung steht auch auf Ihrem Kontoauszug.",
  open: "Beleg",
  bank: "Bezahlt über",
  mark: "Testmodus – keine Zahlung. Es wurde kein Geld bewegt.",
  note: "Bestätigt die Zahlung; keine Rechnung.",
  print: "Drucken oder speichern",
  printHint:
    "Um diesen Beleg aufzubewahren, wählen Sie im Menü Ihres Browsers „Drucken“. Dort können Sie ihn auch als PDF speichern.",
  share: "Teilen",
  shareHint: "Wer den geteilten Link hat, sieht diesen Beleg ohne die Bank und sonst nichts.",
  copied: "Link zum Beleg kopiert",
  shareFailed:
    "Der Link konnte nicht kopiert werden. Halten Sie die Schaltfläche gedrückt oder klicken Sie mit der rechten Maustaste darauf, um ihn zu kopieren.",
  mailHint: "Wir nutzen sie nur, um diesen Beleg zu senden.",
  mailSend: "Beleg per E-Mail senden",
  mailSent: "Wir haben den Beleg gesendet. Er trifft in etwa einer Minute ein.",
  mailFailed: "Der Beleg konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.",
} as const;
