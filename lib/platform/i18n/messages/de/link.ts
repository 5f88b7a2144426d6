export const link = {
  title: "{payee} bezahlen",
  amount: "Betrag in {currency}",
  amountRange: "Von {min} bis {max}",
  amountProblem: "Geben Sie einen Betrag von {min} bis {max} ein.",
  go: "Bezahlen",
  goAmount: "{amount} bezahlen",
  starting: "Die Zahlung wird geöffnet…",
  notPaid: "Es wurde nichts abgebucht. Sie können es hier noch einmal versuchen.",
  openTitle: "Diese Zahlung ist noch nicht abgeschlossen",
  openLead:
    "Wenn Sie sie bei Ihrer Bank schon freigegeben haben, zahlen Sie bitte nicht noch einmal.",
  payAgain: "Noch eine Zahlung",
  busyTitle: "Gerade zahlt jemand anderes",
  busyLead:
    "Über diesen Link sind im Moment keine weiteren Zahlungen möglich. Versuchen Sie es {when} noch einmal.",
  paidTitle: "Dieser Link ist bezahlt",
  paidLead: "Hier ist nichts mehr zu bezahlen. Bei Fragen wenden Sie sich an {payee}.",
  expiredTitle: "Dieser Link ist abgelaufen",
  expiredLead: "Bitten Sie {payee} um einen neuen.",
  stoppedTitle: "Dieser Link wird nicht mehr verwendet",
  stoppedLead: "{payee} nimmt darüber keine Zahlungen mehr an.",
  refused: "Diese Zahlung kann gerade nicht begonnen werden. Bitte wenden Sie sich an {payee}.",
  unknown: {
    tab: "Link nicht gefunden",
    title: "Diesen Link gibt es nicht",
    lead: "Prüfen Sie die Adresse auf Tippfehler oder bitten Sie den Shop noch einmal um den Link.",
  },
} as const;
