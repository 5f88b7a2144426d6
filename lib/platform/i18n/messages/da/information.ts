export const information = {
  link: "Information og tilgængelighed",
  details: "Oplysninger og klager",
  title: "Om denne betalingstjeneste",
  lead: "Hvem der starter din betaling, og hvem der hjælper, hvis noget er galt.",
  service: "Betalingstjeneste",
  company: {
    title: "Hvem der starter din betaling",
    lead: "{operator} starter betalingen i din bank. Pengene går direkte fra din konto til modtageren.",
    none: "Virksomheden bag tjenesten har ikke angivet sine oplysninger endnu.",
    test: "I testtilstand flyttes der ingen rigtige penge.",
    name: "Virksomhed",
    address: "Adresse",
    email: "E-mailadresse",
    licence: "Tilladelse",
    authority: "Tilsyn",
  },
  terms: "Vilkår",
  privacy: "Privatliv",
  complaints: {
    title: "Problemer og klager",
    bank: "Du har ikke godkendt en betaling, eller beløbet er forkert: Kontakt din bank med det samme.",
    shop: "Du har et spørgsmål om din ordre: Kontakt butikken.",
    operator:
      "Du vil klage over denne betalingstjeneste: Kontakt {operator}. Oplys modtager, beløb og tidspunkt for betalingen.",
    how: "Sådan klager du",
    further: "Er du ikke enig i svaret, kan du henvende dig til:",
    disputes: "Organ for tvistbilæggelse",
  },
  back: "Tilbage til betalingen",
  accessibility: {
    title: "Tilgængelighedserklæring",
    lead: "Alle skal kunne betale. Vores mål er WCAG 2.2, niveau AA, og det, som den europæiske standard EN 301 549 kræver af websider.",
    scope:
      "Erklæringen gælder betalingssiderne og konsollen for forhandlere. Den gælder ikke butikkers og bankers sider.",
    tested: {
      title: "Hvad der testes",
      axe: "Automatiske kontroller med axe efter reglerne i WCAG 2.2, niveau A og AA, med kontrasten i lyse og mørke farver",
      keyboard: "At betale og annullere med tastaturet alene",
      sight:
        "Smalle skærme på 320 pixels, stor tekstafstand, høj kontrast og tekst fra højre mod venstre",
      script: "At betale uden JavaScript",
      focus: "En ny skærm flytter fokus til sin overskrift, og den resterende tid læses op",
    },
    limits: {
      title: "Kendte begrænsninger",
      people:
        "Der har ikke været test med mennesker, som bruger skærmlæser, og ingen uafhængig gennemgang.",
      time: "En betaling udløber efter et stykke tid, som du ikke kan forlænge. Du kan begynde forfra i butikken.",
      console: "Konsollen for forhandlere findes kun på engelsk.",
    },
    feedback: {
      title: "Tilbagemelding",
      write: "Er der noget, der ikke virker for dig? Skriv til os:",
      shop: "Er der noget, der ikke virker for dig? Kontakt den butik, du betaler til.",
    },
    date: "Udarbejdet den {date} ud fra test af {product}.",
  },
} as const;
