import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Maksa pankkitililtä – Bankside",
  testMode: "Testitila – ei oikeaa rahaa",
  test: "Testi",
  payee: "Saaja",
  order: "Tilaus",
  amount: "Summa",
  reference: "Viite",
  time: "Aika",
  iban: "IBAN",
  back: "Takaisin",
  returnToShop: "Palaa kauppaan {payee}",
  notFoundTitle: "Täällä ei ole mitään",
  notFoundLead:
    "Tämä osoite ei johda mihinkään. Se voi olla vanhentunut, tai siinä on kirjoitusvirhe.",
  homeLink: "Siirry aloitussivulle",
  ...failure,
  outage: {
    title: "Palvelumme ei juuri nyt vastaa",
    lead: "Mitään ei ole kadonnut, eikä tämän sivun avaamisella maksettu mitään. Yritä hetken kuluttua uudelleen: silloin näet tilanteen.",
    again: "Yritä uudelleen",
  },
  problem: {
    transaction_in_progress:
      "Pankkisi käsittelee jo tätä maksua, joten sitä ei voi enää muuttaa tässä.",
    transaction_final: "Tämä maksu on jo päättynyt, joten sitä ei voi enää muuttaa.",
    attempts_exhausted:
      "Tätä maksua ei voi enää yrittää uudelleen. Palaa kauppaan ja aloita alusta.",
    payment_in_question:
      "Pankkisi on antanut viime yrityksestäsi kaksi eri tietoa, joten maksu on voinut onnistua. Selvitämme asiaa: älä maksa uudelleen, älä myöskään muualla, vaan kysy kaupasta.",
    authorisation_open:
      "Toinen yritys on vielä kesken pankissa. Vie se siellä loppuun tai odota hetki ja yritä uudelleen.",
    order_changed: "Sivu oli vanhentunut. Tarkista alla olevat tiedot vielä kerran.",
    bank_unavailable: "Pankkisi sivua ei voitu avata. Yritä uudelleen tai valitse toinen pankki.",
    payer_not_verified: "Vahvista ennen maksamista, että se olet sinä.",
    session_missing: "Sivu oli auki liian kauan. Vahvista vielä kerran, että se olet sinä.",
    code_wrong: "Koodi ei ole oikein. Katso koodi uusimmasta viestistä ja yritä uudelleen.",
    code_expired: "Tämä koodi ei ole enää voimassa. Pyydä uusi.",
    passkey_failed:
      "Tätä pääsyavainta ei voi käyttää täällä. Anna sen sijaan sähköpostiosoitteesi.",
    code_too_soon:
      "Koodi lähetettiin juuri. Odota viestiä puoli minuuttia, ennen kuin pyydät uuden.",
    too_many_codes:
      "Tähän osoitteeseen on lähetetty liian monta koodia. Käytä viimeksi saamaasi tai yritä uudelleen vartin kuluttua.",
    too_many_requests:
      "Verkostasi tulee juuri nyt liikaa pyyntöjä. Odota minuutti ja yritä sitten uudelleen.",
    no_more_codes:
      "Tätä maksua varten ei voi lähettää enempää koodeja. Käytä viimeksi saamaasi tai aloita alusta kaupassa tai sovelluksessa.",
    cookies_blocked:
      "Selaimesi ei tallenna tämän sivun evästeitä, joten emme voi jatkaa. Salli evästeet tai avaa linkki toisessa selaimessa.",
    mail_unavailable:
      "Koodia ei saatu lähetettyä sähköpostiisi. Tarkista osoite ja yritä hetken kuluttua uudelleen.",
    unavailable:
      "Emme juuri nyt saa yhteyttä järjestelmiimme. Lataa sivu uudelleen, ennen kuin maksat uudestaan.",
    other: "Se ei onnistunut. Katso alta, missä vaiheessa maksu on, ja yritä sitten uudelleen.",
  },
} as const;
