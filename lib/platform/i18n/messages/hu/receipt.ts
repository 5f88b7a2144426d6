export const receipt = {
  tab: "Bizonylat – {payee}",
  title: "Fizetési bizonylat",
  lead: "Közvetlenül bankszámláról fizetve. A fizetés az Ön számlakivonatán is szerepel.",
  open: "Bizonylat",
  bank: "Fizetve ezen a bankon keresztül",
  mark: "Tesztüzem – nem valódi fizetés. Pénz nem mozgott.",
  note: "A fizetést igazolja; nem számla.",
  print: "Nyomtatás vagy mentés",
  printHint:
    "A bizonylat megőrzéséhez válassza böngészője menüjében a „Nyomtatás” lehetőséget. Ott PDF-ként is mentheti.",
  share: "Megosztás",
  shareHint:
    "Aki a megosztott linket megkapja, ezt a bizonylatot látja a bank nélkül, és semmi mást.",
  copied: "A bizonylat linkje a vágólapra került",
  shareFailed:
    "A linket nem sikerült másolni. Tartsa lenyomva a gombot, vagy kattintson rá a jobb egérgombbal a másoláshoz.",
  mailHint: "Csak a bizonylat elküldésére használjuk.",
  mailSend: "Bizonylat küldése e-mailben",
  mailSent: "Elküldtük a bizonylatot. Egy percig is eltarthat, míg megérkezik.",
  mailFailed: "A bizonylatot nem sikerült elküldeni. Kérjük, próbálja újra később.",
} as const;
