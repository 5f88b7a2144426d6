export const information = {
  link: "Informatie en toegankelijkheid",
  details: "Gegevens en klachten",
  title: "Over deze betaaldienst",
  lead: "Wie uw betaling start, en wie helpt als er iets mis is.",
  service: "Betaaldienst",
  company: {
    title: "Wie uw betaling start",
    lead: "{operator} start de betaling bij uw bank. Het geld gaat rechtstreeks van uw rekening naar de ontvanger.",
    none: "Het bedrijf achter deze dienst heeft nog geen gegevens ingevuld.",
    test: "In de testmodus gaat er geen echt geld om.",
    name: "Bedrijf",
    address: "Adres",
    email: "E-mailadres",
    licence: "Vergunning",
    authority: "Toezicht door",
  },
  terms: "Voorwaarden",
  privacy: "Gegevensbescherming",
  complaints: {
    title: "Problemen en klachten",
    bank: "U hebt een betaling niet goedgekeurd, of het bedrag klopt niet: neem meteen contact op met uw bank.",
    shop: "U hebt een vraag over uw bestelling: neem contact op met de winkel.",
    operator:
      "U wilt een klacht indienen over deze betaaldienst: neem contact op met {operator}. Noem de ontvanger, het bedrag en het tijdstip van de betaling.",
    how: "Zo dient u een klacht in",
    further: "Bent u het niet eens met het antwoord, dan kunt u terecht bij:",
    disputes: "Instantie voor geschillenbeslechting",
  },
  back: "Terug naar de betaling",
  accessibility: {
    title: "Toegankelijkheidsverklaring",
    lead: "Iedereen moet kunnen betalen. Ons doel is WCAG 2.2, niveau AA, en wat de Europese norm EN 301 549 van webpagina’s vraagt.",
    scope:
      "Deze verklaring geldt voor de betaalpagina’s en de console voor verkopers. Ze geldt niet voor de pagina’s van winkels en banken.",
    tested: {
      title: "Wat wordt getest",
      axe: "Automatische controles met axe volgens de regels van WCAG 2.2, niveaus A en AA, met het contrast van lichte en donkere kleuren",
      keyboard: "Betalen en annuleren met alleen het toetsenbord",
      sight:
        "Smalle schermen van 320 pixels, ruime tekstafstand, hoog contrast en tekst van rechts naar links",
      script: "Betalen zonder JavaScript",
      focus: "Een nieuw scherm zet de focus op de kop, en de resterende tijd wordt voorgelezen",
    },
    limits: {
      title: "Bekende beperkingen",
      people:
        "Er is niet getest met mensen die een schermlezer gebruiken, en er is geen onafhankelijke controle geweest.",
      time: "Een betaling verloopt na een tijdje, en u kunt die tijd niet verlengen. U kunt in de winkel opnieuw beginnen.",
      console: "De console voor verkopers is er alleen in het Engels.",
    },
    feedback: {
      title: "Uw opmerkingen",
      write: "Werkt iets niet voor u? Schrijf ons:",
      shop: "Werkt iets niet voor u? Neem contact op met de winkel waar u betaalt.",
    },
    date: "Opgesteld op {date}, op basis van de tests van {product}.",
  },
} as const;
