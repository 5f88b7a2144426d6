import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Płatność z konta bankowego – Bankside",
  testMode: "Tryb testowy – bez prawdziwych pieniędzy",
  test: "Test",
  payee: "Odbiorca",
  order: "Zamówienie",
  amount: "Kwota",
  reference: "Nr referencyjny",
  time: "Data i godzina",
  iban: "IBAN",
  back: "Wstecz",
  returnToShop: "Wróć do sklepu {payee}",
  notFoundTitle: "Tu nic nie ma",
  notFoundLead: "Ten adres donikąd nie prowadzi. Może zawierać błąd lub być nieaktualny.",
  homeLink: "Strona główna",
  ...failure,
  outage: {
    title: "W tej chwili jesteśmy niedostępni",
    lead: "Nic nie zostało utracone, a otwarcie tej strony nie spowodowało żadnej płatności. Prosimy spróbować za chwilę: strona pokaże wtedy aktualny stan.",
    again: "Spróbuj ponownie",
  },
  problem: {
    transaction_in_progress: "Bank już przetwarza tę płatność, więc nie można jej tutaj zmienić.",
    transaction_final: "Ta płatność jest już zakończona, więc nie można jej zmienić.",
    attempts_exhausted:
      "Kolejne próby tej płatności nie są możliwe. Prosimy wrócić do sklepu i zacząć od nowa.",
    payment_in_question:
      "Bank podał dwie różne informacje o ostatniej próbie, więc płatność mogła zostać wykonana. Wyjaśniamy to: prosimy nie płacić ponownie, także w innym miejscu, i zapytać sklep.",
    authorisation_open:
      "Inna próba w banku jest nadal otwarta. Prosimy dokończyć ją tam albo chwilę odczekać i spróbować ponownie.",
    order_changed: "Strona była nieaktualna. Prosimy jeszcze raz sprawdzić poniższe dane.",
    bank_unavailable:
      "Nie udało się otworzyć strony banku. Prosimy spróbować ponownie lub wybrać inny bank.",
    payer_not_verified: "Przed płatnością prosimy potwierdzić tożsamość.",
    session_missing: "Strona była otwarta zbyt długo. Prosimy ponownie potwierdzić tożsamość.",
    code_wrong: "Ten kod jest nieprawidłowy. Sprawdź najnowszą wiadomość i spróbuj ponownie.",
    code_expired: "Ten kod stracił ważność. Prosimy zamówić nowy.",
    passkey_failed: "Tego klucza dostępu nie można tu użyć. Zamiast tego wpisz adres e-mail.",
    code_too_soon:
      "Kod został wysłany przed chwilą. Przed zamówieniem kolejnego prosimy poczekać pół minuty na wiadomość.",
    too_many_codes:
      "Na ten adres wysłano zbyt wiele kodów. Prosimy użyć ostatniego otrzymanego albo spróbować ponownie za kwadrans.",
    too_many_requests:
      "Z tej sieci przychodzi w tej chwili zbyt wiele zapytań. Prosimy odczekać minutę i spróbować ponownie.",
    no_more_codes:
      "Do tej płatności nie można wysłać więcej kodów. Prosimy użyć ostatniego otrzymanego albo zacząć od nowa w sklepie lub aplikacji.",
    cookies_blocked:
      "Przeglądarka nie zapisuje plików cookie tej strony, więc nie możemy kontynuować. Prosimy zezwolić na pliki cookie albo otworzyć link w innej przeglądarce.",
    mail_unavailable:
      "Nie udało się wysłać wiadomości z kodem. Prosimy sprawdzić adres i spróbować za chwilę.",
    unavailable:
      "W tej chwili nie możemy połączyć się z naszymi systemami. Przed ponowną płatnością prosimy jeszcze raz załadować stronę.",
    other: "Nie udało się. Prosimy sprawdzić poniżej stan płatności i spróbować ponownie.",
  },
} as const;
