export const handover = {
  elsewhere: {
    title: "Geopend op een ander apparaat",
    lead: "Deze bestelling is eerst op een ander apparaat of in een andere browser geopend. Alle schermen ervan tonen dezelfde code.",
    wait: "U kunt hier wachten: deze pagina werkt zichzelf bij.",
    atBank:
      "Ze wordt daar nu bij de bank goedgekeurd. Ga hier alleen verder als ze daar niet wordt afgerond.",
    takeOver: "Dit apparaat gebruiken",
    taking: "Een ogenblik…",
  },
  released: {
    title: "Hier niet meer geopend",
    lead: "Op de pagina van de winkel is om een andere telefoon gevraagd. U kunt hier toch verdergaan.",
  },
  inQuestion: {
    title: "We zoeken deze betaling uit",
  },
  back: {
    tab: "Nog niet betaald",
    title: "Nog niet betaald",
    otherTab: "Ga verder in het andere tabblad",
    notOpened:
      "De bestelling is niet geopend. Probeer het opnieuw of kies hieronder een andere manier.",
    appNotOpened:
      "De bestelling is niet geopend. Als uw telefoon vroeg of de app mag worden geopend, sta dat dan toe, of ga verder in de browser.",
    notFinished:
      "Uw betaling staat open in een ander tabblad of een app. Rond de betaling daar af of ga hier verder.",
    atBank:
      "Uw bank heeft ons geen goedkeuring gemeld. Als u net hebt goedgekeurd, wacht dan hier: deze pagina werkt zichzelf bij.",
    tryAgain: "Opnieuw proberen",
    resume: "Doorgaan met betalen",
    hint: "Teruggekomen zonder te betalen?",
  },
  slow: {
    lead: "Sommige banken doen er tot de volgende werkdag over. U hoeft niets te doen.",
    asked: "Bank laatst gevraagd: {time}",
  },
  alreadyPaid: {
    tab: "Al betaald",
    title: "Al betaald",
    lead: "Deze betaling is al gedaan. Er hoeft niets meer te worden betaald.",
  },
  refusedFrame: {
    tab: "Hier niet getoond",
    title: "Deze pagina kan hier niet worden getoond",
    lead: "Ga terug naar de winkel en begin de betaling daar.",
  },
  simulation: {
    title: "Test: kies de uitkomst",
    lead: "Speelt de betaler bij de testbank. Dit kan alleen bij betalingen in de testmodus.",
    approve: "Goedkeuren",
    decline: "Weigeren",
    insufficient_funds: "Onvoldoende saldo",
    hang: "Eerst geen antwoord, daarna betaald",
    cancel: "Annuleren bij de bank",
    expire: "De tijd laten verlopen",
  },
} as const;
