export const handover = {
  elsewhere: {
    title: "Aberto noutro dispositivo",
    lead: "Esta encomenda foi aberta primeiro noutro dispositivo ou noutro navegador. Todos os seus ecrãs mostram o mesmo código.",
    wait: "Pode aguardar aqui: esta página atualiza-se sozinha.",
    atBank:
      "Está a ser autorizada no banco nesse dispositivo. Continue aqui apenas se não for concluída lá.",
    takeOver: "Usar este dispositivo",
    taking: "Um momento…",
  },
  released: {
    title: "Já não está aberto aqui",
    lead: "Na página da loja foi pedido outro telemóvel. Ainda assim, pode continuar aqui.",
  },
  inQuestion: {
    title: "Estamos a verificar este pagamento",
  },
  back: {
    tab: "Ainda não pago",
    title: "Ainda não pago",
    otherTab: "Continue no outro separador",
    notOpened: "A encomenda não foi aberta. Tente novamente ou escolha outra forma abaixo.",
    appNotOpened:
      "A encomenda não foi aberta. Se o telemóvel perguntou se devia abrir a app, permita-o, ou continue no navegador.",
    notFinished:
      "O seu pagamento está aberto noutro separador ou app. Conclua-o aí ou continue aqui.",
    atBank:
      "O seu banco não nos comunicou nenhuma autorização. Se acabou de autorizar, aguarde aqui: esta página atualiza-se sozinha.",
    tryAgain: "Tentar novamente",
    resume: "Continuar o pagamento",
    hint: "Voltou sem pagar?",
  },
  slow: {
    lead: "Alguns bancos demoram até ao dia útil seguinte. Não é preciso fazer nada.",
    asked: "Última consulta ao banco: {time}",
  },
  alreadyPaid: {
    tab: "Já pago",
    title: "Já pago",
    lead: "Este pagamento já foi feito. Não há mais nada a pagar.",
  },
  refusedFrame: {
    tab: "Não é mostrada aqui",
    title: "Esta página não pode ser mostrada aqui",
    lead: "Volte à loja e inicie lá o pagamento.",
  },
  simulation: {
    title: "Teste: escolher o resultado",
    lead: "Faz de pagador no banco de testes. Só é possível em pagamentos no modo de teste.",
    approve: "Autorizar",
    decline: "Recusar",
    insufficient_funds: "Saldo insuficiente",
    hang: "Primeiro sem resposta, depois pago",
    cancel: "Cancelar no banco",
    expire: "Deixar o tempo esgotar-se",
  },
} as const;
