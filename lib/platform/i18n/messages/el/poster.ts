export const poster = {
  openAmount: "Ποσό της επιλογής σας",
  code: "Κωδικός QR για πληρωμή προς {payee}",
} as const;
