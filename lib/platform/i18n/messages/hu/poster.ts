export const poster = {
  openAmount: "Tetszőleges összeg",
  code: "QR-kód a fizetéshez, kedvezményezett: {payee}",
} as const;
