export const payer = {
  order: {
    tab: "Pagar {amount} a {payee}",
    codeHint: "Confirme que este código é igual ao que aparece no seu computador.",
    cancel: "Cancelar pagamento",
  },
  altered: {
    tab: "Código inválido",
    title: "Este código não é válido",
    lead: "Foi alterado ou pertence a outra encomenda. Não pague. Leia novamente o código na página da loja.",
  },
  email: {
    tab: "Confirme a sua identidade",
    title: "Confirme a sua identidade",
    lead: "Enviaremos um código de seis dígitos para este endereço.",
    label: "Endereço de e-mail",
    problem: "Introduza um endereço de e-mail, por exemplo name@example.com.",
    send: "Enviar código",
    sending: "A enviar…",
    haveCode: "Já tenho um código",
    passkey: "Utilizar uma chave de acesso",
    passkeyFailed:
      "Não foi utilizada nenhuma chave de acesso. Tente novamente ou introduza o seu endereço de e-mail.",
  },
  code: {
    tab: "Introduza o código",
    title: "Introduza o código",
    lead: "Enviámo-lo para {email}. É válido durante dez minutos.",
    label: "Código de seis dígitos",
    problem: "O código não está correto. Consulte o e-mail mais recente e tente novamente.",
    confirm: "Confirmar",
    confirming: "A verificar…",
    sent: "Enviámos um novo código. Os anteriores já não funcionam.",
    sending: "A enviar…",
    resend: "Enviar novo código",
    resendIn: "Enviar novo código (daqui a {seconds}\u00a0s)",
    resendHint: "Pode ser enviado um novo código ao fim de meio minuto.",
    resendReady: "Já pode pedir um novo código.",
    another: "Usar outro endereço",
    mailbox: "Abrir a caixa de correio da demonstração",
    mailboxHint:
      "Modo de teste: nada é enviado. O e-mail está na caixa de correio da demonstração.",
  },
  bank: {
    tab: "Escolha o seu banco",
    title: "Escolha o seu banco",
    lead: "{product} inicia o pagamento no banco que escolher. Nada é pago até o autorizar lá.",
    continue: "Continuar para {bank}",
    opening: "A abrir o seu banco…",
    none: "De momento não há nenhum banco disponível. Tente novamente mais tarde.",
    paused: "Em pausa devido a um problema: {banks}. Escolha outro banco.",
    justNow: {
      declined: "Acabou de recusar",
      bank_unavailable: "Esteve incontactável há instantes",
    },
    search: "Procurar o seu banco",
    find: "Procurar",
    found: "Bancos encontrados: {count}",
    notFound: "Nenhum banco corresponde a esse nome.",
    payingAs: "Pagamento como {email}",
    remember: "Memorizar-me neste dispositivo",
    rememberHint:
      "Da próxima vez não precisará de um código. Não o faça num dispositivo partilhado.",
    passkey: "Criar uma chave de acesso",
    passkeyHint:
      "Da próxima vez, utilize a impressão digital, o rosto ou o bloqueio do ecrã em vez de um código. Não o faça num dispositivo partilhado.",
    passkeyFailed:
      "Não foi criada nenhuma chave de acesso. Tente novamente ou escolha «{remember}».",
    forget: "Não é o seu e-mail? Esquecer este dispositivo",
  },
  waiting: {
    title: "A aguardar o seu banco…",
    lead: "Esta página atualiza-se assim que o seu banco responder.",
  },
  unpaid: {
    tab: "Ainda não confirmado",
    title: "Ainda não confirmado",
    lead: "O seu banco não nos comunicou nenhuma autorização. Se acabou de autorizar, aguarde aqui: esta página atualiza-se sozinha. Caso contrário, continue no seu banco ou escolha outro.",
    resume: "Continuar no banco",
  },
  declined: {
    tab: "Ainda não pago",
    tryAgain: "Tentar novamente",
    another: "Escolher outro banco",
  },
  result: {
    close: "Está concluído. Pode fechar esta página.",
  },
  app: {
    back: "Voltar à app",
    going: "A voltar à app…",
    byYourself: "Pode fechar esta página e voltar à app.",
    ended: {
      cancelled: "Nada foi pago.",
      expired: "Nada foi pago. Volte à app para começar de novo.",
      superseded: "Nada foi pago aqui. A app iniciou um novo pagamento.",
      failed: "Nada foi pago. Volte à app para pagar de outra forma.",
    },
  },
  confirmCancel: {
    tab: "Cancelar pagamento?",
    title: "Cancelar este pagamento?",
    lead: "Nada foi pago. Informaremos {payee}.",
    yes: "Sim, cancelar",
    no: "Não, continuar o pagamento",
  },
  unknown: {
    tab: "Pagamento não encontrado",
    title: "Não é possível mostrar este pagamento",
    lead: "Leia novamente o código na página da loja ou inicie lá o pagamento outra vez.",
  },
  enter: {
    title: "Um momento",
    lead: "O seu pagamento está a abrir.",
    next: "Continuar",
  },
  unregisteredScheme:
    "O esquema {scheme} da app não está registado na conta. O modo de teste aceita-o, o modo real recusa-o.",
  again: {
    link_used: {
      title: "Esta ligação já foi aberta",
      lead: "Abre apenas uma vez e num único lugar: noutra app, noutro navegador ou noutro dispositivo não volta a funcionar. Se ainda quiser pagar, comece de novo na sua app.",
    },
    link_not_valid: {
      title: "Esta ligação não é válida",
      lead: "Pode ser demasiado antiga ou faltar-lhe uma parte. Nada foi pago aqui. Comece de novo na sua app.",
    },
    return_address_refused: {
      title: "Não é possível voltar à app",
      lead: "Nada foi pago. A app indicou-nos, para o regresso, um endereço que não abrimos. Informe os responsáveis pela app.",
      maker: {
        title: "Para quem desenvolve a app",
        lead: "redirect-url deve ser um esquema próprio da app em minúsculas, como myapp, ou um endereço dentro dele. São recusados os endereços web e os esquemas de navegadores e sistemas, bem como, no modo real, um esquema que falte na lista da conta. A ligação não foi consumida.",
      },
    },
    session_missing: {
      title: "Volte à sua app",
      lead: "Este navegador não contém o pagamento, ou o tempo deste terminou. Veja na sua app em que ponto está o pagamento ou comece lá de novo.",
    },
    cookies_blocked: {
      title: "Os cookies estão bloqueados aqui",
      lead: "Este navegador não guarda cookies da nossa página, pelo que o pagamento não pode continuar. Nada foi pago aqui. Permita os cookies e comece de novo na sua app.",
      maker: {
        title: "Para quem desenvolve a app",
        lead: "A webview tem de aceitar cookies do endereço que abre: são eles que mantêm a sessão após o primeiro carregamento. Ative os cookies e crie uma nova transação, pois esta ligação já foi consumida.",
      },
    },
    unavailable: {
      title: "Não funcionou",
      lead: "De momento não podemos abrir o pagamento, e nada foi pago aqui. Comece de novo na sua app dentro de momentos.",
    },
    unattended: "Abra esta ligação na sua app.",
  },
} as const;
