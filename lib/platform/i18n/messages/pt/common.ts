import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Pagamento a partir da conta bancária com Bankside",
  testMode: "Modo de teste – sem dinheiro real",
  test: "Teste",
  payee: "Beneficiário",
  order: "Encomenda",
  amount: "Montante",
  reference: "Referência",
  time: "Data e hora",
  iban: "IBAN",
  back: "Voltar",
  returnToShop: "Voltar a {payee}",
  notFoundTitle: "Não há nada aqui",
  notFoundLead: "Este endereço não leva a lado nenhum. Pode estar mal escrito ou desatualizado.",
  homeLink: "Ir para a página inicial",
  ...failure,
  outage: {
    title: "De momento não estamos disponíveis",
    lead: "Nada se perdeu e nada foi pago ao abrir esta página. Tente novamente dentro de momentos: a página mostrará então a situação.",
    again: "Tentar novamente",
  },
  problem: {
    transaction_in_progress:
      "O seu banco já está a processar este pagamento, pelo que já não pode ser alterado aqui.",
    transaction_final: "Este pagamento já terminou, pelo que já não pode ser alterado.",
    attempts_exhausted:
      "Não são possíveis mais tentativas para este pagamento. Volte à loja e comece de novo.",
    payment_in_question:
      "O seu banco deu duas respostas diferentes sobre a última tentativa, pelo que o pagamento pode ter sido feito. Estamos a verificar: não pague outra vez, nem noutro sítio, e contacte a loja.",
    authorisation_open:
      "Há outra tentativa ainda aberta num banco. Conclua-a lá, ou aguarde um momento e tente novamente.",
    order_changed: "Esta página estava desatualizada. Confira mais uma vez os dados abaixo.",
    bank_unavailable:
      "Não foi possível abrir a página do seu banco. Tente novamente ou escolha outro banco.",
    payer_not_verified: "Confirme a sua identidade antes de pagar.",
    session_missing:
      "Esta página esteve aberta demasiado tempo. Confirme novamente a sua identidade.",
    code_wrong: "O código não está correto. Consulte o e-mail mais recente e tente novamente.",
    code_expired: "Este código já não é válido. Peça um novo.",
    passkey_failed:
      "Essa chave de acesso não pode ser utilizada aqui. Introduza antes o seu endereço de e-mail.",
    code_too_soon:
      "Acabou de ser enviado um código. Aguarde meio minuto pelo e-mail antes de pedir outro.",
    too_many_codes:
      "Foram enviados demasiados códigos para este endereço. Use o último que recebeu ou tente novamente daqui a um quarto de hora.",
    too_many_requests:
      "De momento chegam demasiados pedidos da sua rede. Aguarde um minuto e tente novamente.",
    no_more_codes:
      "Não é possível enviar mais códigos para este pagamento. Use o último que recebeu ou comece de novo na loja ou na app.",
    cookies_blocked:
      "O seu navegador não guarda cookies desta página, pelo que não podemos continuar. Permita os cookies ou abra a ligação noutro navegador.",
    mail_unavailable:
      "Não foi possível enviar o e-mail com o seu código. Verifique o endereço e tente novamente dentro de momentos.",
    unavailable:
      "De momento não conseguimos aceder aos nossos sistemas. Volte a carregar a página antes de pagar outra vez.",
    other: "Não funcionou. Veja abaixo em que ponto está o pagamento e tente novamente.",
  },
} as const;
