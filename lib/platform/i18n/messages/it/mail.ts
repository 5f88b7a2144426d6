export const mail = {
  code: {
    subject: "{code} è il suo codice per pagare a {payee}",
    title: "Il suo codice",
    purpose: "Lo inserisca per continuare il pagamento di {amount} a {payee}.",
    validity: "È valido per {minutes, plural, one {# minuto} other {# minuti}} e una sola volta.",
    secret: "Non lo comunichi a nessuno. Non chiamiamo e non scriviamo mai per chiedere un codice.",
    ignore:
      "Se in questo momento non sta pagando nulla, non faccia nulla: senza questo codice nessuno può continuare.",
  },
  receipt: {
    subject: "Ricevuta: {amount} a {payee}",
    title: "La sua ricevuta",
    paid: "Ha pagato {amount} a {payee}: {time}.",
    show: "Mostra la ricevuta",
    why: "Riceve questa e-mail perché questo indirizzo è stato indicato per un pagamento a {payee}.",
  },
} as const;
