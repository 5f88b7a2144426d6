export const handover = {
  elsewhere: {
    title: "Öppnad på en annan enhet",
    lead: "Beställningen öppnades först på en annan enhet eller i en annan webbläsare. Alla dess skärmar visar samma kod.",
    wait: "Du kan vänta här: sidan uppdateras av sig själv.",
    atBank:
      "Den håller på att godkännas hos banken där. Fortsätt här bara om den inte slutförs där.",
    takeOver: "Använd den här enheten",
    taking: "Ett ögonblick\u00a0…",
  },
  released: {
    title: "Inte längre öppen här",
    lead: "På butikens sida valdes en annan mobil. Du kan ändå fortsätta här.",
  },
  inQuestion: {
    title: "Vi undersöker den här betalningen",
  },
  back: {
    tab: "Inte betalt än",
    title: "Inte betalt än",
    otherTab: "Fortsätt i den andra fliken",
    notOpened: "Beställningen öppnades inte. Försök igen eller välj ett annat sätt nedan.",
    appNotOpened:
      "Beställningen öppnades inte. Om mobilen frågade om appen skulle öppnas, tillåt det, eller fortsätt i webbläsaren.",
    notFinished:
      "Din betalning är öppen i en annan flik eller app. Slutför den där eller fortsätt här.",
    atBank:
      "Din bank har inte meddelat oss något godkännande. Om du just har godkänt, vänta här: sidan uppdateras av sig själv.",
    tryAgain: "Försök igen",
    resume: "Fortsätt betala",
    hint: "Tillbaka utan att ha betalat?",
  },
  slow: {
    lead: "Vissa banker behöver tid till nästa bankdag. Du behöver inte göra något.",
    asked: "Banken tillfrågades senast: {time}",
  },
  alreadyPaid: {
    tab: "Redan betalt",
    title: "Redan betalt",
    lead: "Den här betalningen är redan gjord. Det finns inget mer att betala.",
  },
  refusedFrame: {
    tab: "Visas inte här",
    title: "Sidan kan inte visas här",
    lead: "Gå tillbaka till butiken och påbörja betalningen där.",
  },
  simulation: {
    title: "Test: välj utfall",
    lead: "Spelar betalaren hos testbanken. Det går bara för betalningar i testläge.",
    approve: "Godkänn",
    decline: "Neka",
    insufficient_funds: "För lite pengar",
    hang: "Först inget svar, sedan betalt",
    cancel: "Avbryt hos banken",
    expire: "Låt tiden gå ut",
  },
} as const;
