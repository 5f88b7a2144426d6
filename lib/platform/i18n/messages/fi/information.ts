export const information = {
  link: "Tiedot ja saavutettavuus",
  details: "Tiedot ja valitukset",
  title: "Tietoa tästä maksupalvelusta",
  lead: "Kuka aloittaa maksusi ja kuka auttaa, jos jokin on vialla.",
  service: "Maksupalvelu",
  company: {
    title: "Kuka aloittaa maksusi",
    lead: "{operator} aloittaa maksun pankissasi. Raha siirtyy tililtäsi suoraan saajalle.",
    none: "Palvelua ylläpitävä yritys ei ole vielä lisännyt tietojaan.",
    test: "Testitilassa ei liiku oikeaa rahaa.",
    name: "Yritys",
    address: "Osoite",
    email: "Sähköpostiosoite",
    licence: "Toimilupa",
    authority: "Valvoja",
  },
  terms: "Ehdot",
  privacy: "Tietosuoja",
  complaints: {
    title: "Ongelmat ja valitukset",
    bank: "Et ole hyväksynyt maksua tai summa on väärä: ota heti yhteyttä pankkiisi.",
    shop: "Sinulla on kysyttävää tilauksestasi: ota yhteyttä kauppaan.",
    operator:
      "Haluat valittaa tästä maksupalvelusta: ota yhteyttä yritykseen {operator}. Kerro maksun saaja, summa ja aika.",
    how: "Näin teet valituksen",
    further: "Jos olet eri mieltä vastauksesta, voit kääntyä seuraavien puoleen:",
    disputes: "Riitojenratkaisuelin",
  },
  back: "Takaisin maksuun",
  accessibility: {
    title: "Saavutettavuusseloste",
    lead: "Kaikkien pitää voida maksaa. Tavoitteemme on WCAG 2.2:n taso AA ja se, mitä eurooppalainen standardi EN 301 549 vaatii verkkosivuilta.",
    scope:
      "Tämä seloste koskee maksusivuja ja kauppiaiden konsolia. Se ei koske kauppojen ja pankkien sivuja.",
    tested: {
      title: "Mitä testataan",
      axe: "Automaattiset axe-tarkistukset WCAG 2.2:n tasojen A ja AA sääntöjen mukaan, myös vaaleiden ja tummien värien kontrasti",
      keyboard: "Maksaminen ja peruminen pelkällä näppäimistöllä",
      sight:
        "Kapeat 320 kuvapisteen näytöt, väljä teksti, suuri kontrasti ja teksti oikealta vasemmalle",
      script: "Maksaminen ilman JavaScriptiä",
      focus: "Uusi näkymä siirtää kohdistuksen otsikkoonsa, ja jäljellä oleva aika luetaan ääneen",
    },
    limits: {
      title: "Tunnetut rajoitukset",
      people:
        "Testejä ruudunlukijan käyttäjien kanssa ei ole tehty, eikä riippumatonta tarkastusta.",
      time: "Maksu vanhenee jonkin ajan kuluttua, eikä aikaa voi pidentää. Voit aloittaa kaupassa alusta.",
      console: "Kauppiaiden konsoli on vain englanniksi.",
    },
    feedback: {
      title: "Palaute",
      write: "Eikö jokin toimi sinulla? Kirjoita meille:",
      shop: "Eikö jokin toimi sinulla? Ota yhteyttä kauppaan, jolle maksat.",
    },
    date: "Laadittu {date}. Perustana ovat {product}-ohjelmiston testit.",
  },
} as const;
