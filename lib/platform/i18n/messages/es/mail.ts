export const mail = {
  code: {
    subject: "{code} es su código para pagar a {payee}",
    title: "Su código",
    purpose: "Introdúzcalo para continuar con su pago de {amount} a {payee}.",
    validity:
      "Es válido durante {minutes, plural, one {# minuto} other {# minutos}} y una sola vez.",
    secret: "No se lo comunique a nadie. Nunca llamamos ni escribimos para pedir un código.",
    ignore:
      "Si ahora mismo no está pagando nada, no haga nada: sin este código nadie puede continuar.",
  },
  receipt: {
    subject: "Recibo: {amount} a {payee}",
    title: "Su recibo",
    paid: "Ha pagado {amount} a {payee}: {time}.",
    show: "Ver el recibo",
    why: "Recibe este correo porque esta dirección se indicó en un pago a {payee}.",
  },
} as const;
