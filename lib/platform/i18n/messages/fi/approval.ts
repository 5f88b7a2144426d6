export const approval = {
  wait: {
    title: "Hyväksy pankkisi sovelluksessa",
    lead: "Pankkisi pyytää hyväksyntää siellä tai viestillä. Sivu päivittyy heti, kun pankki vastaa.",
    says: "Pankkisi kirjoittaa:",
  },
  noPage: {
    title: "Pankilla on maksutoimeksianto, mutta se ei antanut meille sivua",
    lead: "Jos pankin sovellus kysyy, voit hyväksyä siellä. Valitse muuten toinen pankki.",
  },
  missing: {
    title: "Pankillasi on yhä tämä maksutoimeksianto",
    lead: "Kukaan ei ole hyväksynyt sitä, joten mitään ei ole maksettu. Jos pankki vielä kysyy, hylkää se, ellet halua maksaa.",
  },
  unknown: {
    title: "Odotamme pankkisi vastausta…",
    lead: "Pankillasi on maksutoimeksianto, mutta se ei ole vielä ilmoittanut meille, onko se hyväksytty.",
  },
  account: {
    title: "Tilisi pankissa {bank}",
    lead: "{bank} tarvitsee tiedon maksun avaamiseen. Välitämme sen vain pankillesi ja poistamme sen maksun muiden tietojen mukana.",
    iban: "IBAN-tilinumerosi",
    ibanProblem: "Anna kelvollinen IBAN, esimerkiksi DE89 3704 0044 0532 0130 00.",
    id: "Verkkopankkisi käyttäjätunnus",
    idHint: "Ei koskaan salasanaa tai PIN-koodia: niitä kysyy vain pankkisi.",
    idProblem: "Anna verkkopankkisi käyttäjätunnus.",
  },
  testBanks: "Testi: muunlaisia pankkeja",
} as const;
