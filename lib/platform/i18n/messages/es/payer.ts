export const payer = {
  order: {
    tab: "Pagar {amount} a {payee}",
    codeHint: "Compruebe que este código coincide con el de su ordenador.",
    cancel: "Cancelar el pago",
  },
  altered: {
    tab: "Código no válido",
    title: "Este código no es válido",
    lead: "Se ha modificado o pertenece a otro pedido. No pague. Escanee de nuevo el código de la página de la tienda.",
  },
  email: {
    tab: "Confirme su identidad",
    title: "Confirme su identidad",
    lead: "Enviaremos un código de seis cifras a esta dirección.",
    label: "Correo electrónico",
    problem: "Introduzca una dirección de correo, por ejemplo name@example.com.",
    send: "Enviar código",
    sending: "Enviando…",
    haveCode: "Ya tengo un código",
    passkey: "Usar una llave de acceso",
    passkeyFailed:
      "No se ha usado ninguna llave de acceso. Inténtelo de nuevo o introduzca su correo electrónico.",
  },
  code: {
    tab: "Introduzca el código",
    title: "Introduzca el código",
    lead: "Lo hemos enviado a {email}. Es válido durante diez minutos.",
    label: "Código de seis cifras",
    problem: "El código no es correcto. Consulte el último correo e inténtelo de nuevo.",
    confirm: "Confirmar",
    confirming: "Comprobando…",
    sent: "Hemos enviado un código nuevo. Los anteriores ya no sirven.",
    sending: "Enviando…",
    resend: "Enviar otro código",
    resendIn: "Enviar otro código (en {seconds}\u00a0s)",
    resendHint: "Se puede enviar otro código pasado medio minuto.",
    resendReady: "Ya puede pedir otro código.",
    another: "Usar otra dirección",
    mailbox: "Abrir el buzón de la demo",
    mailboxHint: "Modo de prueba: no se envía nada. El correo está en el buzón de la demo.",
  },
  bank: {
    tab: "Elija su banco",
    title: "Elija su banco",
    lead: "{product} inicia el pago en el banco que elija. No se paga nada hasta que usted lo autorice allí.",
    continue: "Continuar a {bank}",
    opening: "Abriendo su banco…",
    none: "En este momento no hay ningún banco disponible. Inténtelo de nuevo más tarde.",
    paused: "En pausa por un problema: {banks}. Elija otro banco.",
    justNow: {
      declined: "Acaba de rechazar el pago",
      bank_unavailable: "No respondía hace un momento",
    },
    search: "Buscar su banco",
    find: "Buscar",
    found: "Bancos encontrados: {count}",
    notFound: "Ningún banco coincide con ese nombre.",
    payingAs: "Está pagando como {email}",
    remember: "Recordarme en este dispositivo",
    rememberHint:
      "La próxima vez no necesitará un código. No lo haga en un dispositivo compartido.",
    passkey: "Crear una llave de acceso",
    passkeyHint:
      "La próxima vez use su huella, su cara o el bloqueo de pantalla en lugar de un código. No lo haga en un dispositivo compartido.",
    passkeyFailed:
      "No se ha creado ninguna llave de acceso. Inténtelo de nuevo o elija «{remember}».",
    forget: "¿No es usted? Olvidar este dispositivo",
  },
  waiting: {
    title: "Esperando a su banco…",
    lead: "Esta página se actualizará en cuanto responda su banco.",
  },
  unpaid: {
    tab: "Aún sin confirmar",
    title: "Aún sin confirmar",
    lead: "Su banco no nos ha comunicado ninguna autorización. Si acaba de autorizar, espere aquí: esta página se actualiza sola. Si no, continúe en su banco o elija otro.",
    resume: "Continuar en el banco",
  },
  declined: {
    tab: "Aún sin pagar",
    tryAgain: "Intentar de nuevo",
    another: "Elegir otro banco",
  },
  result: {
    close: "Ya está. Puede cerrar esta página.",
  },
  app: {
    back: "Volver a la app",
    going: "Volviendo a la app…",
    byYourself: "Puede cerrar esta página y volver a la app.",
    ended: {
      cancelled: "No se ha pagado nada.",
      expired: "No se ha pagado nada. Vuelva a la app para empezar de nuevo.",
      superseded: "Aquí no se ha pagado nada. La app ha iniciado un nuevo pago.",
      failed: "No se ha pagado nada. Vuelva a la app para pagar de otra forma.",
    },
  },
  confirmCancel: {
    tab: "¿Cancelar el pago?",
    title: "¿Cancelar este pago?",
    lead: "No se ha pagado nada. Avisaremos a {payee}.",
    yes: "Sí, cancelar",
    no: "No, continuar con el pago",
  },
  unknown: {
    tab: "Pago no encontrado",
    title: "Este pago no se puede mostrar",
    lead: "Escanee otra vez el código de la página de la tienda o inicie allí el pago de nuevo.",
  },
  enter: {
    title: "Un momento",
    lead: "Su pago se está abriendo.",
    next: "Continuar",
  },
  unregisteredScheme:
    "El esquema {scheme} de la app no está registrado en la cuenta. El modo de prueba lo acepta; el modo real lo rechaza.",
  again: {
    link_used: {
      title: "Este enlace ya se ha abierto",
      lead: "Se abre una sola vez y en un solo lugar: no vuelve a funcionar en otra app, otro navegador u otro dispositivo. Si todavía quiere pagar, empiece de nuevo en su app.",
    },
    link_not_valid: {
      title: "Este enlace no es válido",
      lead: "Puede que sea demasiado antiguo o que le falte una parte. Aquí no se ha pagado nada. Empiece de nuevo en su app.",
    },
    return_address_refused: {
      title: "No se puede volver a la app",
      lead: "No se ha pagado nada. La app nos ha pedido llevarle de vuelta a una dirección que no abrimos. Comuníquelo a los responsables de la app.",
      maker: {
        title: "Para los desarrolladores de la app",
        lead: "redirect-url debe ser un esquema propio de la app en minúsculas, como myapp, o una dirección que dependa de él. Se rechazan las direcciones web y los esquemas de navegadores y sistemas, así como, en modo real, un esquema que no figure en la lista de la cuenta. El enlace no se ha consumido.",
      },
    },
    session_missing: {
      title: "Vuelva a su app",
      lead: "Este navegador no contiene el pago, o su tiempo ha terminado. Consulte en su app en qué estado está el pago o empiece de nuevo allí.",
    },
    cookies_blocked: {
      title: "Las cookies están bloqueadas aquí",
      lead: "Este navegador no guarda cookies de nuestra página, por lo que el pago no puede continuar. Aquí no se ha pagado nada. Permita las cookies y empiece de nuevo en su app.",
      maker: {
        title: "Para los desarrolladores de la app",
        lead: "La webview debe aceptar las cookies de la dirección que abre: mantienen la sesión después de la primera carga. Active las cookies y cree una nueva transacción, porque este enlace ya se ha consumido.",
      },
    },
    unavailable: {
      title: "No ha funcionado",
      lead: "No podemos abrir el pago en este momento, y aquí no se ha pagado nada. Empiece de nuevo en su app dentro de un momento.",
    },
    unattended: "Abra este enlace en su app.",
  },
} as const;
