export const refund = {
  tab: "Reembolso de {payee}",
  title: "Para onde deve ir o seu reembolso?",
  lead: "{payee} reembolsa-lhe {amount}. Introduza a conta a partir da qual pagou. Só {payee} e o seu banco a recebem.",
  name: "Titular da conta",
  nameProblem: "Introduza o nome do titular da conta.",
  go: "Guardar a conta",
  doneTitle: "Conta guardada",
  doneLead: "{payee} vai enviar {amount} para esta conta.",
  overTitle: "Esta ligação já não funciona",
  overLead: "Já foi utilizada ou expirou. Peça uma nova à loja.",
} as const;
