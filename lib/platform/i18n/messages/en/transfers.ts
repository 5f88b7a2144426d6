export const transfers = {
  title: "Bank transfers",
  lead: "Money that shoppers send by a transfer of their own, found by its reference in the files of your bank.",
  link: "Bank transfers",
  linkOpen: "Bank transfers ({count} to look into)",
  back: "All payments",
  off: "Your checkout does not offer bank transfers. An owner turns them on under Settings, Company.",
  upload: {
    title: "Read a file of your bank",
    lead: "A statement (camt.053) or a notification (camt.054) from your online banking. Read as many as you like, also the same one again: money counts once.",
    file: "File",
    hint: "One XML file of up to 2 MB, of an account you are paid on.",
    tooLarge: "This file is larger than 2 MB. Please choose one of fewer days.",
    go: "Read the file",
    sending: "Sending the file: {percent} %",
    reading: "Reading the file …",
    failed: "The file could not be sent. Please check your connection and try again.",
    notAllowed: "Developers and owners of this account can read files.",
    progress: "Progress",
  },
  result: {
    title: "What came of {file}",
    repeated: "This file was read before. Nothing counts twice.",
    credits:
      "{count, plural, =0 {No money was booked to you in it.} one {# credit was booked to you in it.} other {# credits were booked to you in it.}}",
    named:
      "{count, plural, =0 {None of them names a reference of ours that was not known before.} one {One names a reference of ours that was not known before.} other {# name a reference of ours that was not known before.}}",
    known:
      "{count, plural, one {One was known already from another file.} other {# were known already from another file.}}",
    unreadable:
      "{count, plural, one {One credit names a reference of yours, but the file does not say its own amount. Look for it on your statement and mark its payment by hand.} other {# credits name references of yours, but the file does not say their own amounts. Look for them on your statement and mark their payments by hand.}}",
    caption: "Transfers of the file",
  },
  reported: {
    title: "Said to be on their way",
    lead: "Shoppers said to have sent these. Read your bank's file, or say on the payment's page whether the money came.",
    caption: "Transfers shoppers said to have sent, the oldest first",
    more: "The {count} oldest of {all} are shown.",
    reported: "Told",
    overdue: "Overdue",
    notice:
      "{count, plural, one {One shopper said more than three business days ago to have sent a bank transfer, and the payment still waits for it.} other {# shoppers said more than three business days ago to have sent a bank transfer, and their payments still wait for it.}}",
    noticeLead: "Look at your account, then say of each whether the money came.",
    noticeLink:
      "{count, plural, one {See the overdue transfer} other {See the # overdue transfers}}",
  },
  open: {
    title: "To look into",
    lead: "This money has paid nothing by itself. Note what you did with it, and it leaves the list.",
    none: "Nothing to look into",
    noneLead: "Money that fits no payment would stand here.",
    caption: "Transfers to look into, newest first",
    more: "The {count} newest are shown.",
  },
  all: {
    title: "Received",
    caption: "Transfers received, newest first",
    none: "No transfer yet",
    noneLead: "As soon as a file names one, or you mark one as received, it stands here.",
    newest: "Newest",
    older: "Older",
    pages: "Pages of the list",
  },
  columns: {
    received: "Read",
    booked: "Booked",
    amount: "Amount",
    reference: "Reference",
    payment: "Payment",
    status: "Result",
    note: "Dealt with",
    actions: "What to do",
  },
  byHand: "Marked by your team",
  unknownPayment: "None",
  statuses: {
    paid: "Paid",
    wrong_amount: "Wrong amount",
    too_late: "Too late",
    already_paid: "Already paid",
    being_paid: "Being paid at a bank",
    unknown_reference: "Unknown reference",
  },
  advice: {
    wrong_amount:
      "Amount or currency are not those of the payment, which stays unpaid. Ask the shopper for the rest or send the money back; or accept it as it is.",
    wrong_amount_ended:
      "Amount or currency are not those of the payment, which has its outcome by now and takes nothing more. Send the money back, or note why you keep it.",
    too_late: "The payment had ended before the money came. Send it back, or start a new order.",
    already_paid:
      "The payment had been paid otherwise. Check on your statement that this money came on top, then send it back.",
    being_paid:
      "A bank still holds another try to pay this. It is settled as soon as the bank lets go; until then deliver nothing.",
    unknown_reference:
      "No payment of this account and mode expects this reference. Look for a mistyped one.",
  },
  resolve: {
    open: "Note what you did",
    label: "Note",
    hint: "Such as “sent back on 3 May”. Up to 300 characters, no names of payers.",
    go: "Done with it",
    done: "Noted.",
  },
  accept: {
    open: "Accept this transfer",
    question: "The payment then succeeds with this amount, which can't be undone.",
    go: "Yes, accept it",
    paid: "Accepted. The payment succeeded.",
    waiting: "Accepted. The payment succeeds as soon as the bank lets go of another try.",
    ended: "The payment ended otherwise meanwhile.",
  },
  tryAgain: {
    go: "Try again",
    paid: "The bank has let go, and the payment succeeded.",
    waiting: "The bank still holds the payment. Please try again later.",
    ended: "The payment ended otherwise meanwhile.",
  },
  payment: {
    reference: "Transfer reference",
    reported:
      "The payer says that a bank transfer is on its way. Don't deliver before the money is there.",
    received: {
      label: "Mark as received",
      question:
        "Only say so when the money is on your account. The payment then succeeds, which can't be undone.",
      amount: "Amount you received, in {currency}",
      amountHint: "It has to be the amount of the payment, such as 12.50.",
      go: "Yes, it is on my account",
    },
    notReceived: {
      label: "Not received: end this payment",
      question:
        "Only say so when no money will come any more. The payment then fails, and the shopper can't send money for it.",
      go: "End it as not received",
    },
    notAllowed: "Developers and owners of this account can mark a transfer as received.",
  },
  timeline: {
    reported: "The payer said to have sent a bank transfer",
    byFile: "Your bank's file told of a transfer: {status}",
    byHand: "{name} marked a bank transfer as received: {status}",
    somebody: "Somebody of your team",
  },
  setting: {
    title: "Bank transfers",
    lead: "Shoppers of the web checkout may also pay in euros by a transfer of their own, with a code for their banking app. You then mark what you received, or read the files of your bank.",
    on: "Offered",
    off: "Not offered",
    turnOn: "Offer bank transfers",
    turnOff: "Stop offering bank transfers",
    saved: "Saved. New payments follow it.",
    label: "In the checkout",
    needsIban: "This needs an IBAN that the service has confirmed, in test mode too.",
  },
} as const;
