export const approval = {
  wait: {
    title: "Proszę zatwierdzić w aplikacji banku",
    lead: "Bank poprosi o to w aplikacji lub w wiadomości. Strona odświeży się, gdy tylko bank odpowie.",
    says: "Bank pisze:",
  },
  noPage: {
    title: "Bank ma zlecenie, ale nie podał nam strony",
    lead: "Jeśli zapyta o nie aplikacja banku, można zatwierdzić je tam. W przeciwnym razie prosimy wybrać inny bank.",
  },
  missing: {
    title: "Bank nadal ma to zlecenie",
    lead: "Nikt go nie zatwierdził, więc nic nie zapłacono. Jeśli bank jeszcze o nie zapyta, prosimy odmówić, chyba że chcą Państwo zapłacić.",
  },
  unknown: {
    title: "Czekamy na odpowiedź banku…",
    lead: "Bank ma zlecenie, ale nie poinformował nas jeszcze, czy zostało zatwierdzone.",
  },
  account: {
    title: "Konto w banku {bank}",
    lead: "{bank} potrzebuje tej informacji, aby otworzyć płatność. Przekazujemy ją tylko bankowi i usuwamy wraz z pozostałymi danymi tej płatności.",
    iban: "Numer IBAN",
    ibanProblem: "Wpisz prawidłowy numer IBAN, na przykład DE89 3704 0044 0532 0130 00.",
    id: "Nazwa użytkownika w bankowości internetowej",
    idHint: "Nigdy hasło ani PIN: o nie pyta wyłącznie bank.",
    idProblem: "Wpisz nazwę użytkownika w bankowości internetowej.",
  },
  testBanks: "Test: inne rodzaje banków",
} as const;
