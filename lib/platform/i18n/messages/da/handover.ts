export const handover = {
  elsewhere: {
    title: "Åbnet på en anden enhed",
    lead: "Ordren blev først åbnet på en anden enhed eller i en anden browser. Alle dens skærme viser den samme kode.",
    wait: "Du kan vente her: siden opdaterer sig selv.",
    atBank:
      "Den er ved at blive godkendt i banken der. Fortsæt kun her, hvis den ikke bliver gjort færdig der.",
    takeOver: "Brug denne enhed i stedet",
    taking: "Et øjeblik\u00a0…",
  },
  released: {
    title: "Ikke længere åben her",
    lead: "På butikkens side blev der bedt om en anden telefon. Du kan alligevel fortsætte her.",
  },
  inQuestion: {
    title: "Vi undersøger denne betaling",
  },
  back: {
    tab: "Ikke betalt endnu",
    title: "Ikke betalt endnu",
    otherTab: "Fortsæt i den anden fane",
    notOpened: "Ordren blev ikke åbnet. Prøv igen, eller vælg en anden måde nedenfor.",
    appNotOpened:
      "Ordren blev ikke åbnet. Hvis telefonen spurgte, om appen skulle åbnes, så tillad det, eller fortsæt i browseren.",
    notFinished:
      "Din betaling er åben i en anden fane eller app. Gør den færdig der, eller fortsæt her.",
    atBank:
      "Din bank har ikke meddelt os en godkendelse. Hvis du lige har godkendt, så vent her: siden opdaterer sig selv.",
    tryAgain: "Prøv igen",
    resume: "Fortsæt betalingen",
    hint: "Tilbage uden at have betalt?",
  },
  slow: {
    lead: "Nogle banker skal bruge tid til næste bankdag. Du behøver ikke gøre noget.",
    asked: "Banken sidst spurgt: {time}",
  },
  alreadyPaid: {
    tab: "Allerede betalt",
    title: "Allerede betalt",
    lead: "Denne betaling er allerede gennemført. Der er ikke mere at betale.",
  },
  refusedFrame: {
    tab: "Vises ikke her",
    title: "Siden kan ikke vises her",
    lead: "Gå tilbage til butikken, og start betalingen der.",
  },
  simulation: {
    title: "Test: vælg udfaldet",
    lead: "Spiller betaleren hos testbanken. Det kan kun lade sig gøre for betalinger i testtilstand.",
    approve: "Godkend",
    decline: "Afvis",
    insufficient_funds: "Ikke penge nok",
    hang: "Først intet svar, derefter betalt",
    cancel: "Annullér i banken",
    expire: "Lad tiden løbe ud",
  },
} as const;
