/** Page on which a payer enters the account for a refund. */
export const refund = {
  tab: "Refund from {payee}",
  title: "Where should your refund go?",
  lead: "{payee} refunds you {amount}. Enter the account you paid from. Only {payee} and its bank get it.",
  name: "Account holder",
  nameProblem: "Enter the name of the account holder.",
  go: "Save account",
  doneTitle: "Account saved",
  doneLead: "{payee} will send {amount} to this account.",
  overTitle: "This link no longer works",
  overLead: "It has been used or has expired. Ask the shop for a new one.",
} as const;
