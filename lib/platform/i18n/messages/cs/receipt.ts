export const receipt = {
  tab: "Potvrzení o platbě – {payee}",
  title: "Potvrzení o platbě",
  lead: "Zaplaceno přímo z bankovního účtu. Platbu najdete i na svém výpisu z účtu.",
  open: "Potvrzení o platbě",
  bank: "Zaplaceno přes",
  mark: "Testovací režim – nejde o platbu. Žádné peníze nebyly převedeny.",
  note: "Potvrzuje platbu; není to faktura.",
  print: "Vytisknout nebo uložit",
  printHint:
    "Chcete-li si toto potvrzení o platbě ponechat, zvolte v nabídce prohlížeče „Tisk“. Můžete je tam také uložit jako PDF.",
  share: "Sdílet",
  shareHint: "Kdo má sdílený odkaz, vidí toto potvrzení o platbě bez názvu banky a nic dalšího.",
  copied: "Odkaz na potvrzení o platbě byl zkopírován",
  shareFailed:
    "Odkaz se nepodařilo zkopírovat. Podržte tlačítko nebo na ně klikněte pravým tlačítkem myši a odkaz zkopírujte.",
  mailHint: "Použijeme ji jen k odeslání tohoto potvrzení.",
  mailSend: "Poslat potvrzení e-mailem",
  mailSent: "Potvrzení jsme odeslali. Doručení může chvíli trvat.",
  mailFailed: "Potvrzení se nepodařilo odeslat. Zkuste to prosím později.",
} as const;
