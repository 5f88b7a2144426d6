import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Pago desde su cuenta bancaria con Bankside",
  testMode: "Modo de prueba: sin dinero real",
  test: "Prueba",
  payee: "Beneficiario",
  order: "Pedido",
  amount: "Importe",
  reference: "Referencia",
  time: "Fecha y hora",
  iban: "IBAN",
  back: "Volver",
  returnToShop: "Volver a {payee}",
  notFoundTitle: "Aquí no hay nada",
  notFoundLead:
    "Esta dirección no lleva a ninguna parte. Puede que esté mal escrita o ya no sea válida.",
  homeLink: "Ir a la página de inicio",
  ...failure,
  outage: {
    title: "En este momento no estamos disponibles",
    lead: "No se ha perdido nada, y abrir esta página no ha supuesto ningún pago. Inténtelo de nuevo dentro de un momento: la página mostrará entonces la situación.",
    again: "Intentar de nuevo",
  },
  problem: {
    transaction_in_progress:
      "Su banco ya está procesando este pago, por lo que ya no se puede modificar aquí.",
    transaction_final: "Este pago ya ha terminado, por lo que ya no se puede modificar.",
    attempts_exhausted:
      "No es posible hacer más intentos con este pago. Vuelva a la tienda y empiece de nuevo.",
    payment_in_question:
      "Su banco ha dado dos respuestas distintas sobre su último intento, así que es posible que se haya pagado. Lo estamos revisando: no pague otra vez, tampoco en otro sitio, y pregunte a la tienda.",
    authorisation_open:
      "Todavía hay otro intento abierto en un banco. Termínelo allí, o espere un momento e inténtelo de nuevo.",
    order_changed:
      "Esta página no estaba actualizada. Revise otra vez los datos que aparecen abajo.",
    bank_unavailable:
      "No hemos podido abrir la página de su banco. Inténtelo de nuevo o elija otro banco.",
    payer_not_verified: "Confirme su identidad antes de pagar.",
    session_missing:
      "Esta página ha estado abierta demasiado tiempo. Confirme de nuevo su identidad.",
    code_wrong: "El código no es correcto. Consulte el último correo e inténtelo de nuevo.",
    code_expired: "Este código ya no es válido. Solicite uno nuevo.",
    passkey_failed: "Esa llave de acceso no se puede usar aquí. Introduzca su correo electrónico.",
    code_too_soon:
      "Se acaba de enviar un código. Espere medio minuto a que llegue el correo antes de pedir otro.",
    too_many_codes:
      "Se han enviado demasiados códigos a esta dirección. Use el último que haya recibido o inténtelo de nuevo dentro de un cuarto de hora.",
    too_many_requests:
      "En este momento llegan demasiadas solicitudes desde su red. Espere un minuto e inténtelo de nuevo.",
    no_more_codes:
      "No se pueden enviar más códigos para este pago. Use el último que haya recibido o empiece de nuevo en la tienda o en la app.",
    cookies_blocked:
      "Su navegador no guarda cookies de esta página, por lo que no podemos continuar. Permita las cookies o abra el enlace en otro navegador.",
    mail_unavailable:
      "No se ha podido enviar el correo con su código. Compruebe la dirección e inténtelo de nuevo dentro de un momento.",
    unavailable:
      "En este momento no podemos acceder a nuestros sistemas. Vuelva a cargar la página antes de pagar otra vez.",
    other: "No ha funcionado. Mire abajo en qué estado está el pago e inténtelo de nuevo.",
  },
} as const;
