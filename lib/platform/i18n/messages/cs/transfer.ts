export const transfer = {
  ways: "Způsoby platby",
  byBank: "Zaplatit přes banku",
  byTransfer: "Bankovní převod",
  tab: "Převod {amount} – příjemce: {payee}",
  title: "Zaplatit bankovním převodem",
  lead: "Naskenujte kód v bankovní aplikaci, nebo údaje zkopírujte do převodu.",
  phoneLead: "Zkopírujte tyto údaje do převodu v bankovní aplikaci.",
  qr: "QR kód pro bankovní aplikace: převod {amount}, příjemce: {payee}, účet {iban}, reference platby {reference}.",
  testQr:
    "QR kód testu, reference platby {reference}. Žádná bankovní aplikace jím nemůže zaplatit.",
  test: "Toto je test. Neposílejte prosím žádné peníze: kódem nelze zaplatit.",
  copy: "Kopírovat",
  copyWhat: "Kopírovat: {what}",
  copied: "Zkopírováno: {what}",
  copyFailed: "Zkopírovat se nepodařilo",
  exact:
    "Použijte přesně tuto částku a tuto referenci platby. Jen tak {payee} pozná, že peníze patří k vaší objednávce.",
  duration: "U většiny bank v eurozóně to trvá několik sekund, jinak až jeden pracovní den.",
  otherDevice: "Zaplatit na jiném zařízení",
  sentHint:
    "Stiskněte, jakmile převod odešlete. Budeme pak čekat na vaše peníze a čas na zaplacení už neuplyne.",
  sent: "Převod je odeslán",
  waiting: {
    tab: "Čekáme na váš převod",
    title: "Čekáme na váš převod",
    lead: "U většiny bank v eurozóně to trvá několik sekund, jinak až jeden pracovní den.",
    safe: "Tuto stránku můžete zavřít: {payee} se to dozví, jakmile peníze dorazí.",
    notSent: "Převod odeslán nebyl",
  },
  notSent: {
    title: "Zrušit tuto platbu převodem?",
    lead: "Platba tím skončí. Pokračujte, jen pokud žádné peníze nejsou na cestě. Příjemce: {payee}.",
    yes: "Převod odeslán nebyl",
    no: "Převod je odeslán, čekat dál",
  },
} as const;
