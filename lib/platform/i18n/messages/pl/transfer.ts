export const transfer = {
  ways: "Sposoby płatności",
  byBank: "Zapłać przez bank",
  byTransfer: "Przelew",
  tab: "Przelew {amount} – odbiorca: {payee}",
  title: "Zapłać przelewem",
  lead: "Zeskanuj kod w aplikacji bankowej albo skopiuj dane do przelewu.",
  phoneLead: "Skopiuj te dane do przelewu w aplikacji bankowej.",
  qr: "Kod QR do aplikacji bankowych: przelew {amount}, odbiorca: {payee}, konto {iban}, numer referencyjny {reference}.",
  testQr:
    "Kod QR testu, numer referencyjny {reference}. Żadna aplikacja bankowa nie zapłaci tym kodem.",
  test: "To jest test. Prosimy nie wysyłać pieniędzy: tym kodem nie można zapłacić.",
  copy: "Kopiuj",
  copyWhat: "Kopiuj: {what}",
  copied: "Skopiowano: {what}",
  copyFailed: "Nie udało się skopiować",
  exact:
    "Prosimy użyć dokładnie tej kwoty i tego numeru referencyjnego. Tylko wtedy {payee} rozpozna, że to pieniądze za to zamówienie.",
  duration:
    "W większości banków strefy euro trwa to kilka sekund, w pozostałych do jednego dnia roboczego.",
  otherDevice: "Zapłać na innym urządzeniu",
  sentHint:
    "Prosimy nacisnąć po wysłaniu przelewu. Będziemy wtedy czekać na pieniądze, a czas na płatność nie upłynie.",
  sent: "Przelew został wysłany",
  waiting: {
    tab: "Czekamy na przelew",
    title: "Czekamy na Państwa przelew",
    lead: "W większości banków strefy euro trwa to kilka sekund, w pozostałych do jednego dnia roboczego.",
    safe: "Tę stronę można zamknąć: {payee} dowie się, gdy tylko pieniądze dotrą.",
    notSent: "Przelew nie został wysłany",
  },
  notSent: {
    title: "Anulować tę płatność przelewem?",
    lead: "Płatność się wtedy zakończy. Prosimy kontynuować tylko wtedy, gdy żadne pieniądze nie są w drodze – odbiorca: {payee}.",
    yes: "Przelew nie został wysłany",
    no: "Przelew został wysłany, czekamy dalej",
  },
} as const;
