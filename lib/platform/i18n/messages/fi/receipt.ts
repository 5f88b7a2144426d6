export const receipt = {
  tab: "Kuitti – {payee}",
  title: "Kuitti",
  lead: "Maksettu suoraan pankkitililtä. Maksu näkyy myös tiliotteellasi.",
  open: "Kuitti",
  bank: "Maksettu pankista",
  mark: "Testitila – ei maksu. Rahaa ei ole siirretty.",
  note: "Vahvistaa maksun; tämä ei ole lasku.",
  print: "Tulosta tai tallenna",
  printHint:
    "Säilytä kuitti valitsemalla selaimen valikosta ”Tulosta”. Siellä voit myös tallentaa sen PDF-tiedostona.",
  share: "Jaa",
  shareHint: "Jaetun linkin saaja näkee tämän kuitin ilman pankkia eikä mitään muuta.",
  copied: "Kuitin linkki kopioitu",
  shareFailed:
    "Linkkiä ei voitu kopioida. Kopioi se painamalla painiketta pitkään tai napsauttamalla sitä hiiren oikealla painikkeella.",
  mailHint: "Käytämme sitä vain tämän kuitin lähettämiseen.",
  mailSend: "Lähetä kuitti sähköpostiin",
  mailSent: "Lähetimme kuitin. Sen saapuminen voi kestää minuutin.",
  mailFailed: "Kuittia ei voitu lähettää. Yritä myöhemmin uudelleen.",
} as const;
