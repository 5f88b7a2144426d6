/** Printed beside a QR code. */
export const poster = {
  openAmount: "Amount of your choice",
  code: "QR code to pay {payee}",
} as const;
