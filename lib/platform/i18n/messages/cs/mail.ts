export const mail = {
  code: {
    subject: "{code} je váš kód k platbě – {payee}",
    title: "Váš kód",
    purpose: "Zadejte ho a pokračujte v platbě {amount}, příjemce: {payee}.",
    validity:
      "Platí {minutes, plural, one {# minutu} few {# minuty} many {# minuty} other {# minut}} a jen jednou.",
    secret: "Nikomu ho neříkejte. Nikdy nevoláme ani nepíšeme, abychom si kód vyžádali.",
    ignore:
      "Pokud právě nic neplatíte, nemusíte nic dělat: bez tohoto kódu nikdo nemůže pokračovat.",
  },
  receipt: {
    subject: "Potvrzení o platbě: {amount}, {payee}",
    title: "Vaše potvrzení o platbě",
    paid: "Zaplatili jste {amount}. Příjemce: {payee}. {time}.",
    show: "Zobrazit potvrzení",
    why: "Tento e-mail jste dostali, protože tato adresa byla uvedena při platbě. Příjemce: {payee}.",
  },
} as const;
