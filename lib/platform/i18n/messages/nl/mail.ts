export const mail = {
  code: {
    subject: "{code} is uw code om {payee} te betalen",
    title: "Uw code",
    purpose: "Vul de code in om verder te gaan met uw betaling van {amount} aan {payee}.",
    validity: "De code werkt {minutes, plural, one {# minuut} other {# minuten}} en maar één keer.",
    secret: "Geef de code aan niemand. Wij bellen of schrijven nooit om een code te vragen.",
    ignore: "Bent u nu niets aan het betalen, doe dan niets: zonder deze code kan niemand verder.",
  },
  receipt: {
    subject: "Bewijs: {amount} aan {payee}",
    title: "Uw betaalbewijs",
    paid: "U hebt {amount} betaald aan {payee}: {time}.",
    show: "Betaalbewijs bekijken",
    why: "U ontvangt deze e-mail omdat dit adres is opgegeven bij een betaling aan {payee}.",
  },
} as const;
