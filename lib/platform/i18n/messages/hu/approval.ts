export const approval = {
  wait: {
    title: "Hagyja jóvá bankja alkalmazásában",
    lead: "Bankja ott vagy üzenetben kéri a jóváhagyást. Az oldal frissül, amint a bank válaszol.",
    says: "Bankja üzenete:",
  },
  noPage: {
    title: "A megbízás a banknál van, de nem kaptunk hozzá oldalt",
    lead: "Ha a bank alkalmazása kéri, ott jóváhagyhatja. Ellenkező esetben válasszon másik bankot.",
  },
  missing: {
    title: "A megbízás még a bankjánál van",
    lead: "Senki sem hagyta jóvá, tehát nem történt fizetés. Ha bankja még kéri, utasítsa el, hacsak nem szeretne fizetni.",
  },
  unknown: {
    title: "Várunk bankja válaszára…",
    lead: "A megbízás a bankjánál van, de még nem jelezte nekünk, hogy jóváhagyták-e.",
  },
  account: {
    title: "Számlája itt: {bank}",
    lead: "Ez az adat kell a fizetés megnyitásához ({bank}). Csak a bankjának adjuk át, és a fizetés többi adatával együtt töröljük.",
    iban: "Az Ön IBAN-száma",
    ibanProblem: "Adjon meg érvényes IBAN-t, például: DE89 3704 0044 0532 0130 00.",
    id: "Netbanki felhasználóneve",
    idHint: "Soha ne a jelszavát vagy PIN-kódját: azokat maga a bank kéri.",
    idProblem: "Adja meg netbanki felhasználónevét.",
  },
  testBanks: "Teszt: másféle bankok",
} as const;
