export const poster = {
  openAmount: "Montant de votre choix",
  code: "QR code pour payer {payee}",
} as const;
