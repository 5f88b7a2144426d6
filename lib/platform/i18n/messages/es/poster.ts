export const poster = {
  openAmount: "El importe que usted elija",
  code: "Código QR para pagar a {payee}",
} as const;
