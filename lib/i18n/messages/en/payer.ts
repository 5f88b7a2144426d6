/** Words of the payer app, by step. */
export const payer = {
  order: {
    tab: "Pay {amount} to {payee}",
    title: "Your order",
    codeHint: "The shop's page shows the same code. If it shows another one, do not pay.",
    next: "Choose your bank",
    cancel: "Cancel payment",
  },
  altered: {
    tab: "Code not valid",
    title: "This code is not valid",
    lead: "It was altered or belongs to another order. Do not pay. Scan the code on the shop's page again.",
  },
  bank: {
    tab: "Choose your bank",
    title: "Choose your bank",
    lead: "You approve the payment there. We never see your password.",
    none: "No bank is available at the moment. Please try again later.",
  },
  review: {
    tab: "Check and approve",
    title: "Check and approve",
    lead: "This is what your bank will ask you to approve.",
    approve: "Approve at {bank}",
    another: "Choose another bank",
    bank: "From your account at",
    note: "You go to your bank's own page and come back afterwards.",
  },
  unpaid: {
    tab: "Not paid yet",
    title: "Not approved yet",
    lead: "Your bank has not told us of an approval. If you have just approved, wait here: this page follows by itself. If not, go on at your bank or choose another one.",
    resume: "Go on at the bank",
  },
  declined: {
    tab: "Not paid yet",
    tryAgain: "Try again",
    another: "Choose another bank",
  },
  result: {
    close: "You can close this page; {payee} knows.",
  },
  confirmCancel: {
    tab: "Cancel payment?",
    title: "Cancel this payment?",
    lead: "Nothing has been paid. The shop is told, and you can start again there.",
    yes: "Yes, cancel",
    no: "No, go on paying",
  },
  unknown: {
    tab: "Payment not found",
    title: "This payment can't be shown",
    lead: "Scan the code on the shop's page again, or start the payment again there.",
  },
} as const;
