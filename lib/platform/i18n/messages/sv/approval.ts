export const approval = {
  wait: {
    title: "Godkänn i din banks app",
    lead: "Din bank frågar dig där eller i ett meddelande. Sidan uppdateras så fort banken svarar.",
    says: "Din bank skriver:",
  },
  noPage: {
    title: "Din bank har ordern men gav oss ingen sida",
    lead: "Om bankens app frågar dig kan du godkänna där. Välj annars en annan bank.",
  },
  missing: {
    title: "Din bank har fortfarande ordern",
    lead: "Ingen har godkänt den, så inget har betalats. Om din bank fortfarande frågar dig kan du avvisa den, om du inte vill betala.",
  },
  unknown: {
    title: "Väntar på din bank…",
    lead: "Din bank har ordern men har ännu inte meddelat oss om den har godkänts.",
  },
  account: {
    title: "Ditt konto hos {bank}",
    lead: "{bank} behöver uppgiften för att öppna betalningen. Vi lämnar den bara vidare till din bank och raderar den tillsammans med betalningens övriga uppgifter.",
    iban: "Ditt IBAN",
    ibanProblem: "Ange ett giltigt IBAN, till exempel DE89 3704 0044 0532 0130 00.",
    id: "Ditt användarnamn i internetbanken",
    idHint: "Aldrig ditt lösenord eller din pinkod: dem frågar banken själv efter.",
    idProblem: "Ange ditt användarnamn i internetbanken.",
  },
  testBanks: "Test: andra slags banker",
} as const;
