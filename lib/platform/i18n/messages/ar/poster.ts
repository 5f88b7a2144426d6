export const poster = {
  openAmount: "المبلغ الذي تختاره",
  code: "رمز QR للدفع إلى {payee}",
} as const;
