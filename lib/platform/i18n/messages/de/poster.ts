export const poster = {
  openAmount: "Betrag Ihrer Wahl",
  code: "QR-Code für Zahlungen an {payee}",
} as const;
