export const handover = {
  elsewhere: {
    title: "Abierto en otro dispositivo",
    lead: "Este pedido se abrió primero en otro dispositivo o en otro navegador. Todas sus pantallas muestran el mismo código.",
    wait: "Puede esperar aquí: esta página se actualiza sola.",
    atBank: "Allí se está autorizando en el banco. Continúe aquí solo si no se va a terminar allí.",
    takeOver: "Usar este dispositivo",
    taking: "Un momento…",
  },
  released: {
    title: "Ya no está abierto aquí",
    lead: "En la página de la tienda se ha pedido otro móvil. Aun así, puede continuar aquí.",
  },
  inQuestion: {
    title: "Estamos revisando este pago",
  },
  back: {
    tab: "Aún sin pagar",
    title: "Aún sin pagar",
    otherTab: "Continúe en la otra pestaña",
    notOpened: "El pedido no se ha abierto. Inténtelo de nuevo o elija otra forma más abajo.",
    appNotOpened:
      "El pedido no se ha abierto. Si su móvil le ha preguntado si quería abrir la app, permítalo, o continúe en el navegador.",
    notFinished: "Su pago está abierto en otra pestaña o app. Termínelo allí o continúe aquí.",
    atBank:
      "Su banco no nos ha comunicado ninguna autorización. Si acaba de autorizar, espere aquí: esta página se actualiza sola.",
    tryAgain: "Intentar de nuevo",
    resume: "Continuar con el pago",
    hint: "¿Ha vuelto sin pagar?",
  },
  slow: {
    lead: "Algunos bancos tardan hasta el siguiente día hábil. No tiene que hacer nada.",
    asked: "Última consulta al banco: {time}",
  },
  alreadyPaid: {
    tab: "Ya está pagado",
    title: "Ya está pagado",
    lead: "Este pago ya se ha hecho. No hay nada más que pagar.",
  },
  refusedFrame: {
    tab: "No se muestra aquí",
    title: "Esta página no se puede mostrar aquí",
    lead: "Vuelva a la tienda e inicie el pago allí.",
  },
  simulation: {
    title: "Prueba: elegir el resultado",
    lead: "Hace de pagador en el banco de pruebas. Solo es posible con pagos en modo de prueba.",
    approve: "Autorizar",
    decline: "Rechazar",
    insufficient_funds: "Saldo insuficiente",
    hang: "Al principio sin respuesta, después pagado",
    cancel: "Cancelar en el banco",
    expire: "Dejar que se agote el tiempo",
  },
} as const;
