export const failure = {
  errorTitle: "Algo ha fallado por nuestra parte",
  errorLead: "Vuelva a cargar la página: muestra en qué estado está su pago.",
  errorAgain: "Intentar de nuevo",
} as const;
