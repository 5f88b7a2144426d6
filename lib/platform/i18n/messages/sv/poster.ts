export const poster = {
  openAmount: "Valfritt belopp",
  code: "QR-kod för att betala till {payee}",
} as const;
