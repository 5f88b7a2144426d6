export const approval = {
  wait: {
    title: "Keur goed in de app van uw bank",
    lead: "Uw bank vraagt het u daar of in een bericht. Deze pagina wordt bijgewerkt zodra de bank reageert.",
    says: "Uw bank schrijft:",
  },
  noPage: {
    title: "Uw bank heeft de opdracht, maar gaf ons geen pagina",
    lead: "Als de app van uw bank het vraagt, kunt u daar goedkeuren. Kies anders een andere bank.",
  },
  missing: {
    title: "Uw bank heeft deze opdracht nog",
    lead: "Niemand heeft die goedgekeurd, dus er is niets betaald. Vraagt uw bank het u nog, weiger dan, tenzij u wilt betalen.",
  },
  unknown: {
    title: "Wachten op uw bank…",
    lead: "Uw bank heeft de opdracht, maar heeft ons nog niet gemeld of die is goedgekeurd.",
  },
  account: {
    title: "Uw rekening bij {bank}",
    lead: "{bank} heeft dit nodig om de betaling te openen. We geven het alleen door aan uw bank en verwijderen het met de andere gegevens van deze betaling.",
    iban: "Uw IBAN",
    ibanProblem: "Vul een geldige IBAN in, bijvoorbeeld DE89 3704 0044 0532 0130 00.",
    id: "Uw gebruikersnaam voor internetbankieren",
    idHint: "Nooit uw wachtwoord of pincode: daar vraagt uw bank zelf om.",
    idProblem: "Vul uw gebruikersnaam voor internetbankieren in.",
  },
  testBanks: "Test: andere soorten banken",
} as const;
