export const information = {
  link: "Tájékoztatás és akadálymentesség",
  details: "Adatok és panaszok",
  title: "A fizetési szolgáltatásról",
  lead: "Ki indítja el a fizetést, és ki segít, ha valami nincs rendben.",
  service: "Fizetési szolgáltatás",
  company: {
    title: "Ki indítja el a fizetést",
    lead: "A(z) {operator} elindítja a fizetést az Ön bankjánál. A pénz közvetlenül a számlájáról érkezik a kedvezményezetthez.",
    none: "A szolgáltatást üzemeltető cég még nem adta meg az adatait.",
    test: "Tesztüzemben nem mozog valódi pénz.",
    name: "Cég",
    address: "Cím",
    email: "E-mail-cím",
    licence: "Engedély",
    authority: "Felügyelet",
  },
  terms: "Feltételek",
  privacy: "Adatvédelem",
  complaints: {
    title: "Problémák és panaszok",
    bank: "Nem hagyott jóvá egy fizetést, vagy hibás az összeg: azonnal forduljon a bankjához.",
    shop: "Kérdése van a rendeléséről: forduljon az üzlethez.",
    operator:
      "Panaszt tenne erre a fizetési szolgáltatásra: forduljon ide: {operator}. Adja meg a kedvezményezettet, az összeget és a fizetés időpontját.",
    how: "Így tehet panaszt",
    further: "Ha nem ért egyet a válasszal, ide fordulhat:",
    disputes: "Vitarendező testület",
  },
  back: "Vissza a fizetéshez",
  accessibility: {
    title: "Akadálymentességi nyilatkozat",
    lead: "Mindenkinek tudnia kell fizetni. Célunk a WCAG 2.2 AA szintje és az, amit az EN 301 549 európai szabvány a weboldalaktól megkövetel.",
    scope:
      "A nyilatkozat a fizetési oldalakra és a kereskedők konzoljára vonatkozik. Az üzletek és a bankok oldalaira nem.",
    tested: {
      title: "Mit ellenőrzünk",
      axe: "Automatikus ellenőrzések az axe eszközzel a WCAG 2.2 A és AA szintjének szabályai szerint, a világos és sötét színek kontrasztjával",
      keyboard: "Fizetés és lemondás pusztán billentyűzettel",
      sight:
        "Keskeny, 320 képpontos kijelzők, tágabb szöveg, nagy kontraszt és jobbról balra írt szöveg",
      script: "Fizetés JavaScript nélkül",
      focus: "Az új képernyő a címére viszi a fókuszt, és a hátralévő időt bejelenti",
    },
    limits: {
      title: "Ismert korlátok",
      people: "Nem volt teszt képernyőolvasót használó emberekkel, és független vizsgálat sem.",
      time: "A fizetés egy idő után lejár, és ez az idő nem hosszabbítható. Az üzletben újrakezdheti.",
      console: "A kereskedők konzolja csak angol nyelvű.",
    },
    feedback: {
      title: "Visszajelzés",
      write: "Valami nem működik Önnek? Írjon nekünk:",
      shop: "Valami nem működik Önnek? Forduljon az üzlethez, ahol fizet.",
    },
    date: "Készült: {date}, a(z) {product} tesztjei alapján.",
  },
} as const;
