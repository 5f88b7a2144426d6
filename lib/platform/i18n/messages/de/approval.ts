export const approval = {
  wait: {
    title: "Geben Sie in der App Ihrer Bank frei",
    lead: "Ihre Bank fragt Sie dort oder in einer Nachricht. Diese Seite aktualisiert sich, sobald die Bank antwortet.",
    says: "Ihre Bank schreibt:",
  },
  noPage: {
    title: "Ihre Bank hat den Auftrag, gab uns aber keine Seite",
    lead: "Wenn ihre App Sie fragt, können Sie dort freigeben. Wählen Sie sonst eine andere Bank.",
  },
  missing: {
    title: "Ihre Bank hat den Auftrag noch",
    lead: "Niemand hat ihn freigegeben, es wurde also nichts bezahlt. Wenn Ihre Bank Sie noch fragt, lehnen Sie ab, falls Sie nicht mehr bezahlen möchten.",
  },
  unknown: {
    title: "Wir warten auf Ihre Bank\u00a0…",
    lead: "Ihre Bank hat den Auftrag, hat uns aber noch nicht gemeldet, ob er freigegeben wurde.",
  },
  account: {
    title: "Ihr Konto bei {bank}",
    lead: "{bank} braucht diese Angabe, um die Zahlung zu öffnen. Wir geben sie nur an Ihre Bank weiter und löschen sie mit den übrigen Angaben zu dieser Zahlung.",
    iban: "Ihre IBAN",
    ibanProblem: "Geben Sie eine gültige IBAN ein, zum Beispiel DE89 3704 0044 0532 0130 00.",
    id: "Ihr Anmeldename im Online-Banking",
    idHint: "Nie Ihr Passwort oder Ihre PIN: Danach fragt Ihre Bank selbst.",
    idProblem: "Geben Sie Ihren Anmeldenamen im Online-Banking ein.",
  },
  testBanks: "Test: andere Arten von Banken",
} as const;
