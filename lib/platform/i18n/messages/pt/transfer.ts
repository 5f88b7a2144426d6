export const transfer = {
  ways: "Formas de pagamento",
  byBank: "Pagar com o seu banco",
  byTransfer: "Transferência",
  tab: "Transferir {amount} para {payee}",
  title: "Pagar por transferência",
  lead: "Leia o código na app do seu banco ou copie os dados para uma transferência.",
  phoneLead: "Copie estes dados para uma transferência na app do seu banco.",
  qr: "Código QR para apps bancárias: transferir {amount} para {payee}, conta {iban}, referência {reference}.",
  testQr: "Código QR de um teste, referência {reference}. Nenhuma app bancária pode pagar com ele.",
  test: "Isto é um teste. Não deve ser enviado dinheiro: o código não paga nada.",
  copy: "Copiar",
  copyWhat: "Copiar: {what}",
  copied: "Copiado: {what}",
  copyFailed: "Não foi possível copiar",
  exact:
    "Utilize exatamente este montante e esta referência. Só assim {payee} pode saber que o dinheiro é da sua encomenda.",
  duration:
    "Na maioria dos bancos da área do euro demora segundos; nos restantes, até um dia útil.",
  otherDevice: "Pagar com outro dispositivo",
  sentHint:
    "Prima aqui depois de a enviar. Ficamos então à espera do dinheiro e o prazo para pagar deixa de contar.",
  sent: "Já enviei a transferência",
  waiting: {
    tab: "À espera da sua transferência",
    title: "Estamos à espera da sua transferência",
    lead: "Na maioria dos bancos da área do euro demora segundos; nos restantes, até um dia útil.",
    safe: "Pode fechar esta página: {payee} é avisado assim que o dinheiro chegar.",
    notSent: "Não a enviei",
  },
  notSent: {
    title: "Cancelar este pagamento por transferência?",
    lead: "O pagamento termina então. Continue apenas se não houver dinheiro a caminho de {payee}.",
    yes: "Não a enviei",
    no: "Já a enviei, continuar à espera",
  },
} as const;
