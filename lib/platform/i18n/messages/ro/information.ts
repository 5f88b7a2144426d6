export const information = {
  link: "Informații și accesibilitate",
  details: "Date și reclamații",
  title: "Despre acest serviciu de plată",
  lead: "Cine inițiază plata și cine vă ajută dacă ceva nu este în regulă.",
  service: "Serviciu de plată",
  company: {
    title: "Cine inițiază plata",
    lead: "{operator} inițiază plata la banca dumneavoastră. Banii merg direct din contul dumneavoastră către beneficiar.",
    none: "Compania care administrează acest serviciu nu și-a completat încă datele.",
    test: "În modul de test nu se mișcă bani reali.",
    name: "Companie",
    address: "Adresă",
    email: "Adresă de e-mail",
    licence: "Autorizație",
    authority: "Supraveghere",
  },
  terms: "Condiții",
  privacy: "Confidențialitate",
  complaints: {
    title: "Probleme și reclamații",
    bank: "Nu ați aprobat o plată sau suma este greșită: contactați imediat banca.",
    shop: "Aveți o întrebare despre comandă: contactați magazinul.",
    operator:
      "Doriți să reclamați acest serviciu de plată: contactați {operator}. Menționați beneficiarul, suma și ora plății.",
    how: "Cum faceți o reclamație",
    further: "Dacă nu sunteți de acord cu răspunsul, vă puteți adresa la:",
    disputes: "Organism de soluționare a litigiilor",
  },
  back: "Înapoi la plată",
  accessibility: {
    title: "Declarație de accesibilitate",
    lead: "Toată lumea trebuie să poată plăti. Scopul nostru este nivelul AA din WCAG 2.2 și ceea ce standardul european EN 301 549 cere paginilor web.",
    scope:
      "Această declarație se referă la paginile de plată și la consola comercianților. Nu se referă la paginile magazinelor și ale băncilor.",
    tested: {
      title: "Ce se testează",
      axe: "Verificări automate cu axe după regulile WCAG 2.2, nivelurile A și AA, cu contrastul culorilor deschise și închise",
      keyboard: "Plata și anularea doar cu tastatura",
      sight:
        "Ecrane înguste de 320 de pixeli, text cu spații mari, contrast ridicat și text de la dreapta la stânga",
      script: "Plata fără JavaScript",
      focus: "Un ecran nou mută focalizarea pe titlul său, iar timpul rămas este anunțat",
    },
    limits: {
      title: "Limite cunoscute",
      people:
        "Nu au existat teste cu persoane care folosesc cititoare de ecran și nici un audit independent.",
      time: "O plată expiră după un timp, pe care nu îl puteți prelungi. Puteți începe din nou în magazin.",
      console: "Consola comercianților este doar în limba engleză.",
    },
    feedback: {
      title: "Observații",
      write: "Ceva nu funcționează pentru dumneavoastră? Scrieți-ne:",
      shop: "Ceva nu funcționează pentru dumneavoastră? Contactați magazinul la care plătiți.",
    },
    date: "Întocmită la {date}, pe baza testelor {product}.",
  },
} as const;
