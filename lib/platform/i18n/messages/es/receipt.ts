export const receipt = {
  tab: "Recibo – {payee}",
  title: "Recibo de pago",
  lead: "Pagado directamente desde una cuenta bancaria. El pago aparece también en su extracto.",
  open: "Recibo",
  bank: "Pagado a través de",
  mark: "Modo de prueba: no es un pago. No se ha movido dinero.",
  note: "Confirma el pago; no es una factura.",
  print: "Imprimir o guardar",
  printHint:
    "Para conservar este recibo, elija «Imprimir» en el menú de su navegador. Allí también puede guardarlo en PDF.",
  share: "Compartir",
  shareHint: "Quien tenga el enlace compartido ve este recibo sin el banco, y nada más.",
  copied: "Enlace al recibo copiado",
  shareFailed:
    "No se ha podido copiar el enlace. Mantenga pulsado el botón o haga clic derecho sobre él para copiarlo.",
  mailHint: "Solo la usamos para enviar este recibo.",
  mailSend: "Enviar el recibo por correo",
  mailSent: "Hemos enviado el recibo. Puede tardar un minuto en llegar.",
  mailFailed: "No hemos podido enviar el recibo. Inténtelo de nuevo más tarde.",
} as const;
