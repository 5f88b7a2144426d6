export const approval = {
  wait: {
    title: "Godkend i din banks app",
    lead: "Din bank spørger dig dér eller i en besked. Siden opdateres, så snart banken svarer.",
    says: "Din bank skriver:",
  },
  noPage: {
    title: "Din bank har ordren, men gav os ingen side",
    lead: "Hvis bankens app spørger dig, kan du godkende dér. Vælg ellers en anden bank.",
  },
  missing: {
    title: "Din bank har stadig ordren",
    lead: "Ingen har godkendt den, så der er ikke betalt noget. Hvis din bank stadig spørger dig, så afvis, medmindre du vil betale.",
  },
  unknown: {
    title: "Venter på din bank…",
    lead: "Din bank har ordren, men har endnu ikke givet os besked om, hvorvidt den er godkendt.",
  },
  account: {
    title: "Din konto i {bank}",
    lead: "{bank} skal bruge oplysningen for at åbne betalingen. Vi giver den kun videre til din bank og sletter den sammen med de øvrige oplysninger om betalingen.",
    iban: "Dit IBAN",
    ibanProblem: "Skriv et gyldigt IBAN, for eksempel DE89 3704 0044 0532 0130 00.",
    id: "Dit brugernavn til netbank",
    idHint: "Aldrig din adgangskode eller pinkode: Dem beder din bank selv om.",
    idProblem: "Skriv dit brugernavn til netbank.",
  },
  testBanks: "Test: andre slags banker",
} as const;
