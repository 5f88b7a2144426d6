export const transfer = {
  ways: "Formas de pago",
  byBank: "Pagar con su banco",
  byTransfer: "Transferencia",
  tab: "Transferir {amount} a {payee}",
  title: "Pagar por transferencia",
  lead: "Escanee el código en la app de su banco o copie los datos en una transferencia.",
  phoneLead: "Copie estos datos en una transferencia en la app de su banco.",
  qr: "Código QR para apps bancarias: transferir {amount} a {payee}, cuenta {iban}, referencia {reference}.",
  testQr:
    "Código QR de una prueba, referencia {reference}. Ninguna app bancaria puede pagar con él.",
  test: "Esto es una prueba. No envíe dinero: con el código no se paga nada.",
  copy: "Copiar",
  copyWhat: "Copiar: {what}",
  copied: "Copiado: {what}",
  copyFailed: "No se ha podido copiar",
  exact:
    "Indique exactamente este importe y esta referencia. Solo así {payee} puede saber que el dinero es para su pedido.",
  duration:
    "Tarda segundos en la mayoría de los bancos de la zona del euro; en los demás, hasta un día hábil.",
  otherDevice: "Pagar con otro dispositivo",
  sentHint:
    "Pulse aquí cuando la haya enviado. Entonces esperamos su dinero y el plazo para pagar deja de correr.",
  sent: "He enviado la transferencia",
  waiting: {
    tab: "A la espera de su transferencia",
    title: "Estamos esperando su transferencia",
    lead: "Tarda segundos en la mayoría de los bancos de la zona del euro; en los demás, hasta un día hábil.",
    safe: "Puede cerrar esta página: se avisará a {payee} en cuanto llegue el dinero.",
    notSent: "No la he enviado",
  },
  notSent: {
    title: "¿Cancelar este pago por transferencia?",
    lead: "El pago termina entonces. Continúe solo si no hay dinero en camino a {payee}.",
    yes: "No la he enviado",
    no: "La he enviado, seguir esperando",
  },
} as const;
