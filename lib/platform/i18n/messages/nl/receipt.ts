export const receipt = {
  tab: "Betaalbewijs – {payee}",
  title: "Betaalbewijs",
  lead: "Rechtstreeks vanaf een bankrekening betaald. De betaling staat ook op uw rekeningafschrift.",
  open: "Betaalbewijs",
  bank: "Betaald via",
  mark: "Testmodus – geen betaling. Er is geen geld overgemaakt.",
  note: "Bevestigt de betaling; dit is geen factuur.",
  print: "Afdrukken of opslaan",
  printHint:
    "Kies ‘Afdrukken’ in het menu van uw browser om dit betaalbewijs te bewaren. U kunt het daar ook als pdf opslaan.",
  share: "Delen",
  shareHint: "Wie de gedeelde link heeft, ziet dit betaalbewijs zonder de bank en verder niets.",
  copied: "Link naar het betaalbewijs gekopieerd",
  shareFailed:
    "De link kon niet worden gekopieerd. Houd de knop ingedrukt of klik er met de rechtermuisknop op om hem te kopiëren.",
  mailHint: "We gebruiken dit alleen om dit betaalbewijs te sturen.",
  mailSend: "Betaalbewijs e-mailen",
  mailSent: "We hebben het betaalbewijs verstuurd. Het kan een minuut duren.",
  mailFailed: "Het betaalbewijs kon niet worden verstuurd. Probeer het later opnieuw.",
} as const;
