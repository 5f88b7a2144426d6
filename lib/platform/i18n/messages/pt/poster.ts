export const poster = {
  openAmount: "Montante à sua escolha",
  code: "Código QR para pagar a {payee}",
} as const;
