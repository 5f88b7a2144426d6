export const poster = {
  openAmount: "Vapaavalintainen summa",
  code: "QR-koodi maksuun, saaja {payee}",
} as const;
