export const information = {
  link: "Information och tillgänglighet",
  details: "Uppgifter och klagomål",
  title: "Om den här betaltjänsten",
  lead: "Vem som startar din betalning, och vem som hjälper om något är fel.",
  service: "Betaltjänst",
  company: {
    title: "Vem som startar din betalning",
    lead: "{operator} startar betalningen hos din bank. Pengarna går direkt från ditt konto till mottagaren.",
    none: "Företaget som driver tjänsten har inte lagt in sina uppgifter ännu.",
    test: "I testläget flyttas inga riktiga pengar.",
    name: "Företag",
    address: "Adress",
    email: "E-postadress",
    licence: "Tillstånd",
    authority: "Tillsyn",
  },
  terms: "Villkor",
  privacy: "Integritet",
  complaints: {
    title: "Problem och klagomål",
    bank: "Du har inte godkänt en betalning, eller beloppet är fel: kontakta din bank genast.",
    shop: "Du har en fråga om din beställning: kontakta butiken.",
    operator:
      "Du vill klaga på den här betaltjänsten: kontakta {operator}. Ange mottagare, belopp och tid för betalningen.",
    how: "Så klagar du",
    further: "Om du inte håller med om svaret kan du vända dig till:",
    disputes: "Organ för tvistlösning",
  },
  back: "Tillbaka till betalningen",
  accessibility: {
    title: "Tillgänglighetsredogörelse",
    lead: "Alla ska kunna betala. Vårt mål är WCAG 2.2, nivå AA, och det som den europeiska standarden EN 301 549 kräver av webbsidor.",
    scope:
      "Redogörelsen gäller betalsidorna och konsolen för handlare. Den gäller inte butikers och bankers sidor.",
    tested: {
      title: "Vad som testas",
      axe: "Automatiska kontroller med axe mot reglerna i WCAG 2.2, nivå A och AA, med kontrasten för ljusa och mörka färger",
      keyboard: "Att betala och avbryta med bara tangentbordet",
      sight:
        "Smala skärmar på 320 bildpunkter, stora textavstånd, hög kontrast och text från höger till vänster",
      script: "Att betala utan JavaScript",
      focus: "En ny vy flyttar fokus till sin rubrik, och tiden som är kvar läses upp",
    },
    limits: {
      title: "Kända begränsningar",
      people:
        "Inga tester har gjorts med personer som använder skärmläsare, och ingen oberoende granskning.",
      time: "En betalning går ut efter en tid, som du inte kan förlänga. Du kan börja om i butiken.",
      console: "Konsolen för handlare finns bara på engelska.",
    },
    feedback: {
      title: "Synpunkter",
      write: "Är det något som inte fungerar för dig? Skriv till oss:",
      shop: "Är det något som inte fungerar för dig? Kontakta butiken där du betalar.",
    },
    date: "Upprättad den {date}, efter tester av {product}.",
  },
} as const;
