export const mail = {
  code: {
    subject: "{code} er din kode til at betale {payee}",
    title: "Din kode",
    purpose: "Indtast den for at fortsætte din betaling på {amount} til {payee}.",
    validity: "Den virker i {minutes, plural, one {# minut} other {# minutter}} og kun én gang.",
    secret: "Del den ikke med nogen. Vi ringer eller skriver aldrig for at bede om en kode.",
    ignore:
      "Er du ikke ved at betale noget lige nu, skal du ikke gøre noget: Uden denne kode kan ingen komme videre.",
  },
  receipt: {
    subject: "Kvittering: {amount} til {payee}",
    title: "Din kvittering",
    paid: "Du betalte {amount} til {payee}: {time}.",
    show: "Vis kvitteringen",
    why: "Du modtager denne e-mail, fordi adressen blev oplyst ved en betaling til {payee}.",
  },
} as const;
