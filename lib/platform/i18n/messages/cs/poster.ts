export const poster = {
  openAmount: "Libovolná částka",
  code: "QR kód k platbě, příjemce: {payee}",
} as const;
