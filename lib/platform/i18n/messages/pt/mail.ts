export const mail = {
  code: {
    subject: "{code} é o seu código para pagar a {payee}",
    title: "O seu código",
    purpose: "Introduza-o para continuar o seu pagamento de {amount} a {payee}.",
    validity:
      "É válido durante {minutes, plural, one {# minuto} other {# minutos}} e uma única vez.",
    secret: "Não o revele a ninguém. Nunca telefonamos nem escrevemos a pedir um código.",
    ignore:
      "Se não está a pagar nada neste momento, não faça nada: sem este código ninguém pode continuar.",
  },
  receipt: {
    subject: "Recibo: {amount} a {payee}",
    title: "O seu recibo",
    paid: "Pagou {amount} a {payee}: {time}.",
    show: "Ver o recibo",
    why: "Recebeu este e-mail porque este endereço foi indicado num pagamento a {payee}.",
  },
} as const;
