export const receipt = {
  tab: "Recibo – {payee}",
  title: "Recibo de pagamento",
  lead: "Pago diretamente a partir de uma conta bancária. O pagamento também consta do extrato.",
  open: "Recibo",
  bank: "Pago através de",
  mark: "Modo de teste – não é um pagamento. Não foi movimentado dinheiro.",
  note: "Confirma o pagamento; não é uma fatura.",
  print: "Imprimir ou guardar",
  printHint:
    "Para conservar este recibo, escolha «Imprimir» no menu do navegador. Aí também é possível guardá-lo em PDF.",
  share: "Partilhar",
  shareHint: "Quem tiver a ligação partilhada vê este recibo sem o banco e nada mais.",
  copied: "Ligação para o recibo copiada",
  shareFailed:
    "Não foi possível copiar a ligação. Mantenha o botão premido ou clique nele com o botão direito para a copiar.",
  mailHint: "Só o usamos para enviar este recibo.",
  mailSend: "Enviar o recibo por e-mail",
  mailSent: "Enviámos o recibo. Pode demorar um minuto a chegar.",
  mailFailed: "Não foi possível enviar o recibo. Tente novamente mais tarde.",
} as const;
