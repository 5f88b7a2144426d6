export const poster = {
  openAmount: "Importo a sua scelta",
  code: "Codice QR per pagare {payee}",
} as const;
