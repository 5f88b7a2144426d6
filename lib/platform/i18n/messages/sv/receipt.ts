export const receipt = {
  tab: "Kvitto – {payee}",
  title: "Kvitto",
  lead: "Betalat direkt från ett bankkonto. Betalningen syns också på ditt kontoutdrag.",
  open: "Kvitto",
  bank: "Betalat via",
  mark: "Testläge – ingen betalning. Inga pengar har flyttats.",
  note: "Bekräftar betalningen; det är ingen faktura.",
  print: "Skriv ut eller spara",
  printHint:
    "Välj ”Skriv ut” i webbläsarens meny för att behålla kvittot. Där kan du också spara det som PDF.",
  share: "Dela",
  shareHint: "Den som har den delade länken ser kvittot utan banken och inget annat.",
  copied: "Länken till kvittot har kopierats",
  shareFailed:
    "Länken kunde inte kopieras. Håll ned eller högerklicka på knappen för att kopiera den.",
  mailHint: "Vi använder den bara för att skicka kvittot.",
  mailSend: "Mejla kvittot",
  mailSent: "Vi har skickat kvittot. Det kan dröja någon minut.",
  mailFailed: "Kvittot kunde inte skickas. Försök igen senare.",
} as const;
