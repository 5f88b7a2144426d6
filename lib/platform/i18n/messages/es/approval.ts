export const approval = {
  wait: {
    title: "Autorice en la app de su banco",
    lead: "Su banco se lo pedirá allí o en un mensaje. Esta página se actualizará en cuanto responda.",
    says: "Su banco escribe:",
  },
  noPage: {
    title: "Su banco tiene la orden, pero no nos ha dado ninguna página",
    lead: "Si la app del banco se lo pide, puede autorizar allí. Si no, elija otro banco.",
  },
  missing: {
    title: "Su banco aún tiene esta orden",
    lead: "Nadie la ha autorizado, así que no se ha pagado nada. Si su banco todavía se lo pide, rechácela, salvo que quiera pagar.",
  },
  unknown: {
    title: "Esperando a su banco…",
    lead: "Su banco tiene la orden, pero todavía no nos ha dicho si se ha autorizado.",
  },
  account: {
    title: "Su cuenta en {bank}",
    lead: "{bank} necesita este dato para abrir el pago. Solo lo transmitimos a su banco y lo borramos con los demás datos de este pago.",
    iban: "Su IBAN",
    ibanProblem: "Introduzca un IBAN válido, por ejemplo DE89 3704 0044 0532 0130 00.",
    id: "Su usuario de banca en línea",
    idHint: "Nunca su contraseña ni su PIN: los pide el propio banco.",
    idProblem: "Introduzca su usuario de banca en línea.",
  },
  testBanks: "Prueba: otros tipos de bancos",
} as const;
