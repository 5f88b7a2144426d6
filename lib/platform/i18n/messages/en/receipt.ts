/** `mark`: shown in test mode. */
export const receipt = {
  tab: "Receipt – {payee}",
  title: "Receipt",
  lead: "Paid directly from a bank account. The payment is also on your bank statement.",
  open: "Receipt",
  bank: "Paid through",
  mark: "Test mode – not a payment. No money moved.",
  note: "Payment confirmation, not an invoice.",
  print: "Print or save",
  printHint:
    "To keep this receipt, choose “Print” in your browser’s menu. You can also save it as a PDF there.",
  share: "Share",
  shareHint: "Anyone with this link can see this receipt, but not your bank.",
  copied: "Link to the receipt copied",
  shareFailed: "Couldn’t copy the link. Hold or right-click the button to copy it.",
  mailHint: "We use it only to send this receipt.",
  mailSend: "E-mail the receipt",
  mailSent: "We’ve sent the receipt. It may take a minute to arrive.",
  mailFailed: "We couldn’t send the receipt. Please try again later.",
} as const;
