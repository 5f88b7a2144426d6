export const approval = {
  wait: {
    title: "Autorize na app do seu banco",
    lead: "O seu banco pede-lho aí ou numa mensagem. Esta página atualiza-se assim que o banco responder.",
    says: "O seu banco escreve:",
  },
  noPage: {
    title: "O seu banco tem a ordem, mas não nos deu nenhuma página",
    lead: "Se a app do banco lho pedir, pode autorizar aí. Caso contrário, escolha outro banco.",
  },
  missing: {
    title: "O seu banco ainda tem esta ordem",
    lead: "Ninguém a autorizou, pelo que nada foi pago. Se o banco ainda lho pedir, recuse, a menos que queira pagar.",
  },
  unknown: {
    title: "A aguardar o seu banco…",
    lead: "O seu banco tem a ordem, mas ainda não nos disse se foi autorizada.",
  },
  account: {
    title: "A sua conta em {bank}",
    lead: "{bank} precisa deste dado para abrir o pagamento. Só o transmitimos ao seu banco e apagamo-lo com os restantes dados deste pagamento.",
    iban: "O seu IBAN",
    ibanProblem: "Introduza um IBAN válido, por exemplo DE89 3704 0044 0532 0130 00.",
    id: "O seu utilizador do homebanking",
    idHint: "Nunca a palavra-passe nem o PIN: é o próprio banco que os pede.",
    idProblem: "Introduza o seu utilizador do homebanking.",
  },
  testBanks: "Teste: outros tipos de bancos",
} as const;
