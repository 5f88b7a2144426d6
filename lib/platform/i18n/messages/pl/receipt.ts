export const receipt = {
  tab: "Potwierdzenie – {payee}",
  title: "Potwierdzenie płatności",
  lead: "Zapłacono bezpośrednio z konta bankowego. Płatność widnieje też na wyciągu z konta.",
  open: "Potwierdzenie",
  bank: "Zapłacono przez",
  mark: "Tryb testowy – to nie jest płatność. Nie przekazano żadnych pieniędzy.",
  note: "Potwierdza płatność; nie jest fakturą.",
  print: "Drukuj lub zapisz",
  printHint:
    "Aby zachować to potwierdzenie, należy wybrać „Drukuj” w menu przeglądarki. Można je tam też zapisać jako PDF.",
  share: "Udostępnij",
  shareHint: "Osoba z udostępnionym linkiem widzi to potwierdzenie bez nazwy banku i nic więcej.",
  copied: "Skopiowano link do potwierdzenia",
  shareFailed:
    "Nie udało się skopiować linku. Aby go skopiować, należy przytrzymać przycisk lub kliknąć go prawym przyciskiem myszy.",
  mailHint: "Użyjemy go tylko do wysłania tego potwierdzenia.",
  mailSend: "Wyślij potwierdzenie e-mailem",
  mailSent: "Potwierdzenie zostało wysłane. Może dotrzeć za minutę.",
  mailFailed: "Nie udało się wysłać potwierdzenia. Prosimy spróbować później.",
} as const;
