export const handover = {
  elsewhere: {
    title: "Otwarto na innym urządzeniu",
    lead: "To zamówienie otwarto najpierw na innym urządzeniu lub w innej przeglądarce. Wszystkie jego ekrany pokazują ten sam kod.",
    wait: "Można tu poczekać: ta strona odświeża się sama.",
    atBank:
      "Trwa tam zatwierdzanie w banku. Kontynuacja tutaj ma sens tylko wtedy, gdy tam płatność nie zostanie dokończona.",
    takeOver: "Użyj tego urządzenia",
    taking: "Chwileczkę…",
  },
  released: {
    title: "Już nie jest otwarte tutaj",
    lead: "Na stronie sklepu wybrano inny telefon. Mimo to można kontynuować tutaj.",
  },
  inQuestion: {
    title: "Wyjaśniamy tę płatność",
  },
  back: {
    tab: "Jeszcze nie zapłacono",
    title: "Jeszcze nie zapłacono",
    otherTab: "Kontynuuj w drugiej karcie",
    notOpened:
      "Zamówienie nie zostało otwarte. Można spróbować ponownie albo wybrać inny sposób poniżej.",
    appNotOpened:
      "Zamówienie nie zostało otwarte. Jeśli telefon zapytał, czy otworzyć aplikację, należy na to zezwolić albo kontynuować w przeglądarce.",
    notFinished:
      "Płatność jest otwarta w innej karcie lub aplikacji. Można ją tam dokończyć albo kontynuować tutaj.",
    atBank:
      "Bank nie zgłosił nam zatwierdzenia. Jeśli płatność została właśnie zatwierdzona, proszę tu poczekać: ta strona odświeża się sama.",
    tryAgain: "Spróbuj ponownie",
    resume: "Płacę dalej",
    hint: "Powrót nastąpił bez zapłaty?",
  },
  slow: {
    lead: "Niektóre banki potrzebują czasu do następnego dnia roboczego. Nie trzeba nic robić.",
    asked: "Ostatnie zapytanie do banku: {time}",
  },
  alreadyPaid: {
    tab: "Już zapłacono",
    title: "Już zapłacono",
    lead: "Tę płatność już wykonano. Nie trzeba nic więcej płacić.",
  },
  refusedFrame: {
    tab: "Nie pokazano tutaj",
    title: "Tej strony nie można tu pokazać",
    lead: "Proszę wrócić do sklepu i tam rozpocząć płatność.",
  },
  simulation: {
    title: "Test: wybierz wynik",
    lead: "Odgrywa płacącego w banku testowym. Działa tylko przy płatnościach w trybie testowym.",
    approve: "Zatwierdź",
    decline: "Odrzuć",
    insufficient_funds: "Brak środków",
    hang: "Najpierw brak odpowiedzi, potem zapłacono",
    cancel: "Anuluj w banku",
    expire: "Pozwól upłynąć czasowi",
  },
} as const;
