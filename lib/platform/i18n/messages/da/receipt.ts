export const receipt = {
  tab: "Kvittering – {payee}",
  title: "Kvittering",
  lead: "Betalt direkte fra en bankkonto. Betalingen står også på dit kontoudtog.",
  open: "Kvittering",
  bank: "Betalt via",
  mark: "Testtilstand – ikke en betaling. Der er ikke flyttet penge.",
  note: "Bekræfter betalingen; det er ikke en faktura.",
  print: "Udskriv eller gem",
  printHint:
    "Vælg »Udskriv« i browserens menu for at gemme kvitteringen. Der kan du også gemme den som PDF.",
  share: "Del",
  shareHint: "Den, der har det delte link, ser kvitteringen uden banken og intet andet.",
  copied: "Linket til kvitteringen er kopieret",
  shareFailed:
    "Linket kunne ikke kopieres. Hold knappen nede, eller højreklik på den for at kopiere det.",
  mailHint: "Vi bruger den kun til at sende kvitteringen.",
  mailSend: "Send kvitteringen på e-mail",
  mailSent: "Vi har sendt kvitteringen. Det kan tage et minut.",
  mailFailed: "Kvitteringen kunne ikke sendes. Prøv igen senere.",
} as const;
