/** Orders locked to another device, returned unpaid, or simulated in test mode. */
export const handover = {
  elsewhere: {
    title: "Opened on another device",
    lead: "This order was first opened on another device or in another browser. All screens show the same code.",
    wait: "You can wait here. This page updates automatically.",
    atBank:
      "It’s being approved at the bank there. Continue here only if you’ve stopped on the other device.",
    takeOver: "Use this device instead",
    taking: "One moment…",
  },
  released: {
    title: "No longer open here",
    lead: "Someone chose to use another phone. You can still pay here.",
  },
  inQuestion: {
    title: "We’re checking this payment",
  },
  back: {
    tab: "Not paid yet",
    title: "Not paid yet",
    otherTab: "Continue in the other tab",
    notOpened: "The order was not opened. Try again, or choose another way below.",
    appNotOpened:
      "The order was not opened. If your phone asked whether to open the app, allow it, or continue in the browser.",
    notFinished: "Your payment is open in another tab or app. Finish it there, or continue here.",
    atBank:
      "We haven’t heard from your bank yet. If you’ve just approved, this page updates automatically.",
    tryAgain: "Try again",
    resume: "Continue paying",
    hint: "Didn’t finish paying?",
  },
  slow: {
    lead: "Some banks take until the next business day. You don’t have to do anything.",
    asked: "Last checked: {time}",
  },
  alreadyPaid: {
    tab: "Already paid",
    title: "Already paid",
    lead: "This payment has already been made. There’s nothing more to pay.",
  },
  refusedFrame: {
    tab: "Not shown here",
    title: "This page can’t be shown here",
    lead: "Return to the shop and start the payment there.",
  },
  simulation: {
    title: "Test: choose the outcome",
    lead: "Simulates the payer at the sandbox bank. Available only in test mode.",
    approve: "Approve",
    decline: "Decline",
    insufficient_funds: "Insufficient funds",
    hang: "Slow response, then paid",
    cancel: "Cancel at the bank",
    expire: "Let it expire",
  },
} as const;
