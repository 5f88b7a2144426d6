/** `qr` and `tab` are read out, not shown. */
export const transfer = {
  ways: "Ways to pay",
  byBank: "Pay with your bank",
  byTransfer: "Bank transfer",
  tab: "Transfer {amount} to {payee}",
  title: "Send a bank transfer",
  lead: "Scan the code within your banking app, or copy the details into a transfer.",
  phoneLead: "Copy these details into a transfer in your banking app.",
  qr: "QR code for banking apps: transfer {amount} to {payee}, account {iban}, reference {reference}.",
  testQr: "QR code of a test, reference {reference}. No banking app can pay with it.",
  test: "This is a test. Please send no money: the code pays nothing.",
  copy: "Copy",
  copyWhat: "Copy: {what}",
  copied: "Copied: {what}",
  copyFailed: "It could not be copied",
  exact:
    "Please use exactly this amount and this reference. Only then can {payee} tell that the money is for your order.",
  duration: "A transfer can take up to one business day.",
  sentHint:
    "Press this once you have sent it. We then wait for your money, and the time to pay no longer runs out.",
  sent: "I have sent the transfer",
  waiting: {
    tab: "Waiting for your transfer",
    title: "We are waiting for your transfer",
    lead: "A transfer can take up to one business day.",
    safe: "You can close this page: {payee} is told as soon as the money is there.",
    notSent: "I did not send it",
  },
  notSent: {
    title: "Did you not send the transfer?",
    lead: "The payment then ends. Only go on if no money is on its way to {payee}.",
    yes: "I did not send it",
    no: "I have sent it, keep waiting",
  },
} as const;
