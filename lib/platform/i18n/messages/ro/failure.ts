export const failure = {
  errorTitle: "A apărut o eroare la noi",
  errorLead: "Vă rugăm să reîncărcați pagina: aceasta arată stadiul plății.",
  errorAgain: "Încercați din nou",
} as const;
