export const poster = {
  openAmount: "Bedrag naar keuze",
  code: "QR-code om {payee} te betalen",
} as const;
