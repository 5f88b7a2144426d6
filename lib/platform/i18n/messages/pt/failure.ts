export const failure = {
  errorTitle: "Ocorreu um problema do nosso lado",
  errorLead: "Volte a carregar a página: ela mostra em que ponto está o seu pagamento.",
  errorAgain: "Tentar novamente",
} as const;
