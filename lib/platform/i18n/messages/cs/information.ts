export const information = {
  link: "Informace a přístupnost",
  details: "Údaje a stížnosti",
  title: "O této platební službě",
  lead: "Kdo zahajuje vaši platbu a kdo pomůže, když něco není v pořádku.",
  service: "Platební služba",
  company: {
    title: "Kdo zahajuje vaši platbu",
    lead: "Společnost {operator} zahájí platbu ve vaší bance. Peníze jdou z vašeho účtu přímo příjemci.",
    none: "Společnost, která tuto službu provozuje, zatím neuvedla své údaje.",
    test: "V testovacím režimu nejde o skutečné peníze.",
    name: "Společnost",
    address: "Adresa",
    email: "E-mailová adresa",
    licence: "Povolení",
    authority: "Dohled",
  },
  terms: "Podmínky",
  privacy: "Ochrana údajů",
  complaints: {
    title: "Problémy a stížnosti",
    bank: "Platbu jste neschválili nebo částka nesouhlasí: obraťte se ihned na svou banku.",
    shop: "Máte dotaz k objednávce: obraťte se na obchod.",
    operator:
      "Chcete si stěžovat na tuto platební službu: obraťte se na společnost {operator}. Uveďte příjemce, částku a čas platby.",
    how: "Jak podat stížnost",
    further: "Pokud s odpovědí nesouhlasíte, můžete se obrátit sem:",
    disputes: "Orgán pro řešení sporů",
  },
  back: "Zpět k platbě",
  accessibility: {
    title: "Prohlášení o přístupnosti",
    lead: "Zaplatit by měl moci každý. Naším cílem je úroveň AA pravidel WCAG 2.2 a to, co evropská norma EN 301 549 vyžaduje od webových stránek.",
    scope:
      "Toto prohlášení se týká platebních stránek a konzole pro obchodníky. Netýká se stránek obchodů a bank.",
    tested: {
      title: "Co se testuje",
      axe: "Automatické kontroly nástrojem axe podle pravidel WCAG 2.2, úrovně A a AA, s kontrastem světlých a tmavých barev",
      keyboard: "Placení a zrušení jen pomocí klávesnice",
      sight:
        "Úzké obrazovky o šířce 320 pixelů, široké rozestupy textu, vysoký kontrast a text zprava doleva",
      script: "Placení bez JavaScriptu",
      focus: "Nová obrazovka přesune fokus na svůj nadpis a zbývající čas se oznamuje",
    },
    limits: {
      title: "Známá omezení",
      people: "Neproběhl test s lidmi, kteří používají čtečky obrazovky, ani nezávislý audit.",
      time: "Platba po nějaké době vyprší a čas nelze prodloužit. V obchodě můžete začít znovu.",
      console: "Konzole pro obchodníky je jen v angličtině.",
    },
    feedback: {
      title: "Zpětná vazba",
      write: "Něco vám nefunguje? Napište nám:",
      shop: "Něco vám nefunguje? Obraťte se na obchod, ve kterém platíte.",
    },
    date: "Připraveno dne {date} na základě testů {product}.",
  },
} as const;
