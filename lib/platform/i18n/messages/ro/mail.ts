export const mail = {
  code: {
    subject: "{code} este codul pentru plata către {payee}",
    title: "Codul dumneavoastră",
    purpose: "Introduceți-l pentru a continua plata de {amount} către {payee}.",
    validity:
      "Este valabil {minutes, plural, one {# minut} few {# minute} other {# de minute}} și poate fi folosit o singură dată.",
    secret: "Nu îl spuneți nimănui. Nu sunăm și nu scriem niciodată pentru a cere un cod.",
    ignore:
      "Dacă nu plătiți nimic în acest moment, nu trebuie să faceți nimic: fără acest cod nimeni nu poate continua.",
  },
  receipt: {
    subject: "Dovada plății: {amount} către {payee}",
    title: "Dovada plății dvs.",
    paid: "Ați plătit {amount} către {payee}: {time}.",
    show: "Afișați dovada plății",
    why: "Primiți acest e-mail deoarece această adresă a fost indicată la o plată către {payee}.",
  },
} as const;
