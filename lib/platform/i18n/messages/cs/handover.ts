export const handover = {
  elsewhere: {
    title: "Otevřeno na jiném zařízení",
    lead: "Tato objednávka byla nejprve otevřena na jiném zařízení nebo v jiném prohlížeči. Všechny její obrazovky ukazují stejný kód.",
    wait: "Můžete počkat zde: stránka se sama aktualizuje.",
    atBank: "Právě se tam schvaluje v bance. Pokračujte zde jen tehdy, pokud se tam nedokončí.",
    takeOver: "Použít toto zařízení",
    taking: "Okamžik…",
  },
  released: {
    title: "Zde už není otevřeno",
    lead: "Na stránce obchodu byl vybrán jiný telefon. Přesto můžete pokračovat zde.",
  },
  inQuestion: {
    title: "Tuto platbu prověřujeme",
  },
  back: {
    tab: "Zatím nezaplaceno",
    title: "Zatím nezaplaceno",
    otherTab: "Pokračujte na druhé kartě",
    notOpened: "Objednávka nebyla otevřena. Zkuste to znovu, nebo zvolte níže jiný způsob.",
    appNotOpened:
      "Objednávka nebyla otevřena. Pokud se telefon zeptal, zda otevřít aplikaci, povolte to, nebo pokračujte v prohlížeči.",
    notFinished:
      "Vaše platba je otevřená na jiné kartě nebo v jiné aplikaci. Dokončete ji tam, nebo pokračujte zde.",
    atBank:
      "Vaše banka nám schválení neoznámila. Pokud jste platbu právě schválili, počkejte zde: stránka se sama aktualizuje.",
    tryAgain: "Zkusit znovu",
    resume: "Pokračovat v platbě",
    hint: "Vrátili jste se bez zaplacení?",
  },
  slow: {
    lead: "Některým bankám to trvá do příštího pracovního dne. Nemusíte nic dělat.",
    asked: "Poslední dotaz bance: {time}",
  },
  alreadyPaid: {
    tab: "Již zaplaceno",
    title: "Již zaplaceno",
    lead: "Tato platba již byla provedena. Není co dále platit.",
  },
  refusedFrame: {
    tab: "Zde se nezobrazuje",
    title: "Tuto stránku zde nelze zobrazit",
    lead: "Vraťte se do obchodu a zahajte platbu tam.",
  },
  simulation: {
    title: "Test: zvolte výsledek",
    lead: "Hraje plátce v testovací bance. Jde to jen u plateb v testovacím režimu.",
    approve: "Schválit",
    decline: "Zamítnout",
    insufficient_funds: "Nedostatek peněz",
    hang: "Nejdřív bez odpovědi, potom zaplaceno",
    cancel: "Zrušit v bance",
    expire: "Nechat uplynout čas",
  },
} as const;
