/** `mark`: shown in test mode. */
export const receipt = {
  tab: "Receipt – {payee}",
  title: "Receipt",
  lead: "Paid straight from a bank account. Your statement shows this payment too.",
  open: "Receipt",
  bank: "Paid through",
  mark: "Test mode – not a payment. No money was moved.",
  note: "Confirms the payment; it is not an invoice.",
  print: "Print or save",
  printHint:
    "To keep this receipt, choose “Print” in your browser’s menu. There you can save it as a PDF too.",
  share: "Share",
  shareHint: "Whoever has the shared link sees this receipt without the bank and nothing else.",
  copied: "Link to the receipt copied",
  shareFailed: "The link could not be copied. Hold or right-click the button to copy it.",
} as const;
