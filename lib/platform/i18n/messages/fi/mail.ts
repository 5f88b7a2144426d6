export const mail = {
  code: {
    subject: "{code} on maksukoodisi, saaja {payee}",
    title: "Koodisi",
    purpose: "Syötä koodi, niin voit jatkaa maksua: {amount}, saaja {payee}.",
    validity:
      "Se on voimassa {minutes, plural, one {# minuutin} other {# minuuttia}} ja toimii vain kerran.",
    secret: "Älä kerro sitä kenellekään. Emme koskaan soita tai kirjoita kysyäksemme koodia.",
    ignore:
      "Jos et ole juuri nyt maksamassa, sinun ei tarvitse tehdä mitään: ilman tätä koodia kukaan ei pääse jatkamaan.",
  },
  receipt: {
    subject: "Kuitti: {amount}, {payee}",
    title: "Kuittisi",
    paid: "Maksoit {amount} saajalle {payee}: {time}.",
    show: "Näytä kuitti",
    why: "Sait tämän viestin, koska tämä osoite annettiin maksun yhteydessä. Saaja: {payee}.",
  },
} as const;
