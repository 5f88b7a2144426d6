export const poster = {
  openAmount: "Dowolna kwota",
  code: "Kod QR do zapłaty, odbiorca: {payee}",
} as const;
