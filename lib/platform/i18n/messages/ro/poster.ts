export const poster = {
  openAmount: "Suma dorită de dumneavoastră",
  code: "Cod QR pentru plata către {payee}",
} as const;
