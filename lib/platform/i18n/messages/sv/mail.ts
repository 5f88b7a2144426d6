export const mail = {
  code: {
    subject: "{code} är din kod för att betala {payee}",
    title: "Din kod",
    purpose: "Ange den för att fortsätta med din betalning på {amount} till {payee}.",
    validity: "Den gäller i {minutes, plural, one {# minut} other {# minuter}} och bara en gång.",
    secret: "Dela den inte med någon. Vi ringer eller skriver aldrig för att be om en kod.",
    ignore:
      "Om du inte betalar något just nu behöver du inte göra något: utan koden kommer ingen vidare.",
  },
  receipt: {
    subject: "Kvitto: {amount} till {payee}",
    title: "Ditt kvitto",
    paid: "Du betalade {amount} till {payee}: {time}.",
    show: "Visa kvittot",
    why: "Du får det här mejlet eftersom adressen angavs vid en betalning till {payee}.",
  },
} as const;
