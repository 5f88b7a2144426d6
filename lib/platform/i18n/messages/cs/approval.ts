export const approval = {
  wait: {
    title: "Schvalte platbu v aplikaci své banky",
    lead: "Banka vás o to požádá v aplikaci nebo zprávou. Stránka se aktualizuje, jakmile banka odpoví.",
    says: "Vaše banka píše:",
  },
  noPage: {
    title: "Banka má příkaz, ale neposkytla nám žádnou stránku",
    lead: "Pokud vás vyzve její aplikace, můžete platbu schválit tam. Jinak zvolte jinou banku.",
  },
  missing: {
    title: "Banka má tento příkaz stále u sebe",
    lead: "Nikdo ho neschválil, takže nic nebylo zaplaceno. Pokud vás banka ještě vyzve, odmítněte, pokud už platit nechcete.",
  },
  unknown: {
    title: "Čekáme na vaši banku…",
    lead: "Banka má příkaz, ale zatím nám neoznámila, zda byl schválen.",
  },
  account: {
    title: "Váš účet v bance {bank}",
    lead: "{bank} tento údaj potřebuje k otevření platby. Předáme ho jen vaší bance a smažeme ho s ostatními údaji o této platbě.",
    iban: "Váš IBAN",
    ibanProblem: "Zadejte platný IBAN, například DE89 3704 0044 0532 0130 00.",
    id: "Vaše uživatelské jméno do internetového bankovnictví",
    idHint: "Nikdy heslo ani PIN: o ty vás požádá sama banka.",
    idProblem: "Zadejte uživatelské jméno do internetového bankovnictví.",
  },
  testBanks: "Test: jiné druhy bank",
} as const;
