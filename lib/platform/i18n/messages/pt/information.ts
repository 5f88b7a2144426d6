export const information = {
  link: "Informações e acessibilidade",
  details: "Dados e reclamações",
  title: "Sobre este serviço de pagamento",
  lead: "Quem inicia o seu pagamento e quem ajuda se algo correr mal.",
  service: "Serviço de pagamento",
  company: {
    title: "Quem inicia o seu pagamento",
    lead: "{operator} inicia o pagamento no seu banco. O dinheiro vai diretamente da sua conta para o beneficiário.",
    none: "A empresa que gere este serviço ainda não indicou os seus dados.",
    test: "No modo de teste não há dinheiro real.",
    name: "Empresa",
    address: "Morada",
    email: "Endereço de e-mail",
    licence: "Licença",
    authority: "Supervisão",
  },
  terms: "Condições",
  privacy: "Privacidade",
  complaints: {
    title: "Problemas e reclamações",
    bank: "Não autorizou um pagamento ou o montante está errado: contacte imediatamente o seu banco.",
    shop: "Tem uma pergunta sobre a sua encomenda: contacte a loja.",
    operator:
      "Quer reclamar deste serviço de pagamento: contacte {operator}. Indique o beneficiário, o montante e a hora do pagamento.",
    how: "Como reclamar",
    further: "Se não concordar com a resposta, pode recorrer a:",
    disputes: "Entidade de resolução de litígios",
  },
  back: "Voltar ao pagamento",
  accessibility: {
    title: "Declaração de acessibilidade",
    lead: "Todas as pessoas devem poder pagar. O nosso objetivo é o nível AA das WCAG 2.2 e o que a norma europeia EN 301 549 exige das páginas web.",
    scope:
      "Esta declaração abrange as páginas de pagamento e a consola dos comerciantes. Não abrange as páginas de lojas e bancos.",
    tested: {
      title: "O que é testado",
      axe: "Verificações automáticas com axe segundo as regras das WCAG 2.2, níveis A e AA, com o contraste das cores claras e escuras",
      keyboard: "Pagar e cancelar só com o teclado",
      sight:
        "Ecrãs estreitos de 320 píxeis, texto muito espaçado, alto contraste e texto da direita para a esquerda",
      script: "Pagar sem JavaScript",
      focus: "Um novo ecrã leva o foco para o seu título, e o tempo restante é anunciado",
    },
    limits: {
      title: "Limites conhecidos",
      people:
        "Não houve testes com pessoas que usam leitores de ecrã, nem uma auditoria independente.",
      time: "Um pagamento expira ao fim de algum tempo, que não pode prolongar. Pode recomeçar na loja.",
      console: "A consola dos comerciantes só existe em inglês.",
    },
    feedback: {
      title: "Comentários",
      write: "Alguma coisa não funciona para si? Escreva-nos:",
      shop: "Alguma coisa não funciona para si? Contacte a loja à qual está a pagar.",
    },
    date: "Preparada em {date}, com base nos testes de {product}.",
  },
} as const;
