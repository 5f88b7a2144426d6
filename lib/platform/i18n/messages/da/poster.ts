export const poster = {
  openAmount: "Valgfrit beløb",
  code: "QR-kode til at betale til {payee}",
} as const;
