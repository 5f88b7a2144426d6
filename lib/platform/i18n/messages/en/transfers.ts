export const transfers = {
  title: "Bank transfers",
  lead: "Transfers that shoppers send themselves. We match them by reference in your bank's files.",
  link: "Bank transfers",
  linkOpen: "Bank transfers ({count} need review)",
  back: "All payments",
  off: "Your checkout doesn't offer bank transfers. An owner can turn them on under Settings, Ways to be paid.",
  upload: {
    title: "Import a bank file",
    lead: "A statement from your online banking: camt.053, camt.054, camt.052, MT940 or MT942, or the status report on a file of refunds: pain.002. You can import the same file again: each transfer counts once.",
    file: "File",
    hint: "One file or a ZIP, up to 2 MB, for an account you are paid on.",
    tooLarge: "This file is larger than 2 MB. Choose one with fewer days.",
    go: "Import file",
    sending: "Uploading: {percent}%",
    reading: "Reading the file…",
    failed: "The file couldn't be uploaded. Check your connection and try again.",
    notAllowed: "Developers and owners can import files.",
    progress: "Progress",
  },
  result: {
    title: "Results for {file}",
    repeated: "You imported this file before. Nothing counts twice.",
    credits:
      "{count, plural, =0 {It contains no credits.} one {It contains # credit.} other {It contains # credits.}}",
    named:
      "{count, plural, =0 {None has a new payment reference.} one {One has a new payment reference.} other {# have a new payment reference.}}",
    known:
      "{count, plural, one {One was already imported from another file.} other {# were already imported from another file.}}",
    unreadable:
      "{count, plural, one {One credit has a payment reference, but the file doesn't include its amount. Find it on your statement and mark its payment as received.} other {# credits have payment references, but the file doesn't include their amounts. Find them on your statement and mark their payments as received.}}",
    notRead:
      "{count, plural, one {One file in it wasn't read. The others count.} other {# files in it weren't read. The others count.}}",
    refunds:
      "{count, plural, =0 {Your bank's report refuses no refund.} one {Your bank refuses # refund: see Refunds.} other {Your bank refuses # refunds: see Refunds.}}",
    unknownOrders:
      "{count, plural, one {One order in it is of no file of yours.} other {# orders in it are of no file of yours.}}",
    caption: "Transfers in the file",
  },
  reported: {
    title: "Reported as sent",
    lead: "Shoppers reported these as sent. Import your bank's file, or mark them as received on the payment page.",
    caption: "Transfers shoppers reported as sent, oldest first",
    more: "Showing the oldest {count} of {all}.",
    reported: "Reported",
    overdue: "Overdue",
    notice:
      "{count, plural, one {One reported bank transfer hasn't arrived after more than three business days.} other {# reported bank transfers haven't arrived after more than three business days.}}",
    noticeLead: "Check your bank account, then mark each one as received or not received.",
    noticeLink: "{count, plural, one {View overdue transfer} other {View # overdue transfers}}",
  },
  open: {
    title: "Needs review",
    lead: "These transfers weren't matched to a payment. Add a note to mark one as resolved.",
    none: "Nothing to review",
    noneLead: "Transfers that don't match a payment appear here.",
    caption: "Transfers that need review, newest first",
    more: "Showing the newest {count}.",
  },
  all: {
    title: "Received",
    caption: "Transfers received, newest first",
    none: "No transfers yet",
    noneLead: "Transfers appear here when you import a file or mark one as received.",
    newest: "Newest",
    older: "Older",
    pages: "Pages of the list",
  },
  columns: {
    received: "Received",
    booked: "Booked",
    amount: "Amount",
    reference: "Reference",
    payment: "Payment",
    status: "Result",
    note: "Note",
    actions: "Action",
  },
  byHand: "Marked by your team",
  unknownPayment: "None",
  statuses: {
    paid: "Paid",
    part: "Paid in parts",
    awaiting_rest: "Waiting for the rest",
    wrong_amount: "Wrong amount",
    too_late: "Too late",
    already_paid: "Already paid",
    being_paid: "Being paid at a bank",
    unknown_reference: "Unknown reference",
  },
  advice: {
    wrong_amount:
      "The currency differs from the payment, which stays unpaid. Send the money back, or accept it.",
    too_little:
      "{missing} of {due} is missing, and the payment stays unpaid. Ask the shopper for the rest, accept it as paid, or send the money back.",
    too_much:
      "It is {more} more than the {due} due, and the payment stays unpaid. Accept it as paid and send the rest back, or send all of it back.",
    awaiting_rest:
      "You wait for another transfer. The payment succeeds as soon as one brings the missing {missing}.",
    more_than_due:
      "The payment succeeded at its bank's word, but another amount arrived. Accept it if this is its money, or note what you did with it.",
    wrong_amount_ended:
      "The amount or currency differs from the payment, which has already ended. Send the money back, or note why you keep it.",
    too_late: "The payment ended before the money arrived. Send it back, or start a new order.",
    already_paid:
      "The payment was already paid another way. Check your statement for both amounts, then send this one back.",
    being_paid:
      "Another payment attempt is still open at a bank. This is settled when that attempt ends. Don't deliver until then. If it's still open after seven days, press Try again: the transfer then pays.",
    unknown_reference:
      "No payment in this account and mode uses this reference. Check for a typing mistake.",
    no_reference:
      "It came without a reference, and a shopper reported a transfer of this amount. Compare the payer's name on your statement.",
  },
  noReference: "No reference",
  rest: {
    go: "Wait for the rest",
    waiting: "You wait for the rest. It pays as soon as it arrives.",
    paid: "Together they are the whole amount. The payment succeeded.",
    ended: "The payment has since ended another way.",
  },
  likely: {
    counted:
      "This is probably the same money as for {order}, reported a second time by another source. Note that, and don't send it back. If your statement shows both amounts, open the payment that this one is for and mark it as received.",
    bankPayment:
      "This may be the money of {order}, which was paid at a bank. If it is, mark the money as arrived on that payment's page and add a note. If it is other money, open the payment that it is for and mark it as received.",
  },
  suggest: {
    title:
      "{count, plural, one {One open order has this amount} other {# open orders have this amount}}",
    open: "It's for {order}",
    openSameName: "It's for {order} (same name)",
    question: "Compare both. The order will succeed with this transfer. This can't be undone.",
    transfer: "Transfer",
    order: "Order",
    amount: "Order amount",
    payer: "Payer",
    sameName: "Has the sender's name",
    created: "Created",
    reported: "Reported as sent",
    go: "Yes, it pays {order}",
    paid: "Assigned. The payment succeeded.",
    waiting: "Assigned. The payment succeeds when another attempt at a bank ends.",
    ended: "The payment has since ended another way.",
  },
  resolve: {
    open: "Add a note",
    label: "Note",
    hint: "What you did, such as “sent back on 3 May”. Up to 300 characters. Don't include payers' names.",
    go: "Mark as resolved",
    done: "Resolved.",
  },
  accept: {
    open: "Accept as paid",
    question: "The payment will succeed with this amount. This can't be undone.",
    go: "Yes, accept it",
    paid: "Accepted. The payment succeeded.",
    waiting: "Accepted. The payment succeeds when another attempt at a bank ends.",
    ended: "The payment has since ended another way.",
  },
  tryAgain: {
    go: "Try again",
    paid: "The payment succeeded.",
    waiting: "The attempt at the bank is still open. Try again later.",
    ended: "The payment has since ended another way.",
  },
  payment: {
    reference: "Transfer reference",
    reported: "The payer reported a bank transfer as sent. Don't deliver until the money arrives.",
    received: {
      label: "Mark as received",
      question:
        "Only do this when the money is in your account. The payment will succeed. This can't be undone.",
      amount: "Amount you received, in {currency}",
      amountHint: "It must match the payment, such as 12.50.",
      go: "Yes, I received it",
    },
    notReceived: {
      label: "Mark as not received",
      question:
        "Only do this when the money won't arrive. The payment will fail, and the shopper can't pay it any more.",
      go: "Yes, end the payment",
    },
    notAllowed: "Developers and owners can mark a transfer as received.",
  },
  timeline: {
    reported: "Payer reported a bank transfer as sent",
    byFile: "Bank transfer found in your bank's file: {status}",
    byFeed: "Bank transfer reported by a feed of your account: {status}",
    byHand: "{name} marked a bank transfer as received: {status}",
    teamMember: "A team member",
  },
  setting: {
    turnOn: "Offer bank transfers",
    turnOff: "Stop offering bank transfers",
    saved: "Saved. It applies to new payments.",
    needsIban: "This needs an IBAN confirmed by the operator, in test mode too.",
  },
} as const;
