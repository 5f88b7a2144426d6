/** Orders locked to another device, returned unpaid, or simulated in test mode. */
export const handover = {
  elsewhere: {
    title: "Opened on another device",
    lead: "This order was opened on another device or in another browser first. All its screens show the same code.",
    wait: "You can wait here: this page follows by itself.",
    atBank:
      "It is being approved at the bank there. Go on here only if it will not be finished there.",
    takeOver: "Use this device instead",
    taking: "One moment…",
  },
  released: {
    title: "No longer open here",
    lead: "On the shop’s page another phone was asked for. You can still go on here.",
  },
  inQuestion: {
    title: "We are looking into this payment",
  },
  back: {
    tab: "Not paid yet",
    title: "Not paid yet",
    notOpened: "The order was not opened. Try again, or choose another way below.",
    appNotOpened:
      "The order was not opened. If your phone asked whether to open the app, allow it, or continue in the browser.",
    notFinished: "The payment was opened but not finished. You can go on where you left it.",
    atBank:
      "Your bank has not told us of an approval. If you have just approved, wait here: this page follows by itself.",
    tryAgain: "Try again",
    resume: "Go on paying",
    hint: "Came back without paying?",
  },
  slow: {
    lead: "Some banks take until the next business day. You don’t have to do anything.",
    asked: "Bank last asked: {time}",
  },
  alreadyPaid: {
    tab: "Already paid",
    title: "Already paid",
    lead: "This payment has been made before. There is nothing more to pay.",
  },
  refusedFrame: {
    tab: "Not shown here",
    title: "This page can’t be shown here",
    lead: "Go back to the shop and start the payment there.",
  },
  play: {
    title: "Test: choose the outcome",
    lead: "Plays the payer at the sandbox bank. Only payments in test mode can do this.",
    approve: "Approve",
    decline: "Decline",
    insufficient_funds: "Not enough money",
    hang: "No answer at first, then paid",
    cancel: "Cancel at the bank",
    expire: "Let the time run out",
  },
} as const;
