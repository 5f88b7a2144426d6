export const refund = {
  tab: "Reembolso de {payee}",
  title: "¿Dónde quiere recibir su reembolso?",
  lead: "{payee} le reembolsa {amount}. Introduzca la cuenta desde la que pagó. Solo la reciben {payee} y su banco.",
  name: "Titular de la cuenta",
  nameProblem: "Introduzca el nombre del titular de la cuenta.",
  go: "Guardar la cuenta",
  doneTitle: "Cuenta guardada",
  doneLead: "{payee} enviará {amount} a esta cuenta.",
  overTitle: "Este enlace ya no funciona",
  overLead: "Ya se ha utilizado o ha caducado. Pida uno nuevo a la tienda.",
} as const;
