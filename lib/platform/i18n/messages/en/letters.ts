export const letters = {
  title: "E-mails",
  lead: "Which e-mails are sent about payments. Each mode has its own choices.",
  noServer:
    "The operator has not set up a mail server, so no e-mails are sent in this mode. Choices are kept.",
  receiptsOnly:
    "No mail server is set up. Receipts go to the sandbox mailbox, and members get no e-mails.",
  sandbox: "These e-mails go to the sandbox mailbox: no mail server is set up.",
  openMailbox: "Open the sandbox mailbox",
  receipts: {
    title: "Receipts to shoppers",
    lead: "Each shopper gets a receipt once the payment has succeeded, in the language of the order, if there is an address: the one that your server sent with the order, or the one that the shopper confirmed. Leave it off if your shop sends its own.",
    label: "Receipts",
    on: "Sent",
    off: "Not sent",
    turnOn: "Send receipts",
    turnOff: "Stop sending receipts",
    ownersOnly: "Owners can change this.",
    saved: "Saved. It applies to payments that succeed from now on.",
  },
  notes: {
    title: "E-mails to you",
    lead: "They go to {email}. Other members choose for themselves.",
    payments: "Payments",
    paymentsHint: "Those of a quarter of an hour are in one e-mail.",
    refunds: "Refunds that were sent",
    refundsHint: "Those of a quarter of an hour are in one e-mail.",
    refund_problems: "Refunds that failed or came back",
    refund_problemsHint: "On for owners in live mode.",
    overdue: "Bank transfers that are overdue",
    overdueHint:
      "When a shopper reported a transfer and it has not arrived after three business days. On for owners in live mode.",
    save: "Save",
    saved: "Saved.",
  },
  profile: {
    title: "E-mails",
    lead: "Choose which e-mails about payments you get.",
    open: "Choose e-mails",
  },
  payment: {
    label: "Receipt by e-mail",
    queued: "Waiting to be sent",
    sent: "Sent",
    skipped: "Not sent",
    given_up: "Could not be sent",
    reasons: {
      no_address: "there is no address",
      sent_by_hand: "the shopper asked for it before",
      switched_off: "switched off",
      nothing_left: "nothing to report",
      no_mail_server: "there is no mail server",
      refused: "the address does not exist",
      failed: "the mail server was not available",
    },
  },
  mail: {
    mark: "Test mode: no money moved.",
    payments: {
      subject:
        "{count, plural, one {Payment of {amount}} other {# payments: {amount}}} – {account}",
      title: "{count, plural, one {New payment} other {# new payments}}",
      lead: "{count, plural, one {A payment succeeded.} other {# payments succeeded.}}",
      open: "{count, plural, one {Show the payment} other {Show payments}}",
    },
    refunds: {
      subject:
        "{count, plural, one {Refund of {amount} sent} other {# refunds sent: {amount}}} – {account}",
      title: "{count, plural, one {Refund sent} other {# refunds sent}}",
      lead: "{count, plural, one {Your bank sent a refund.} other {Your bank sent # refunds.}}",
      open: "{count, plural, one {Show the payment} other {Show refunds}}",
    },
    refund_problems: {
      subject:
        "{count, plural, one {A refund of {amount} did not arrive} other {# refunds did not arrive: {amount}}} – {account}",
      title: "{count, plural, one {A refund did not arrive} other {# refunds did not arrive}}",
      lead: "{count, plural, one {The shopper does not have the money. Check the account and refund again.} other {The shoppers do not have the money. Check the accounts and refund again.}}",
      open: "{count, plural, one {Show the payment} other {Show refunds}}",
      returned: "came back",
      refused: "refused by your bank",
    },
    overdue: {
      subject:
        "{count, plural, one {A bank transfer of {amount} is overdue} other {# bank transfers are overdue}} – {account}",
      title:
        "{count, plural, one {A bank transfer is overdue} other {# bank transfers are overdue}}",
      lead: "The shopper reported the transfer, and it has not arrived after three business days. Compare with your bank account, then mark it as received or not received.",
      open: "Show reported transfers",
      reported: "reported {day}",
    },
    more: "And {count} more",
    untitled: "Without order number",
    why: "You get this because you are a member of {account} and have these e-mails switched on.",
    off: "Change or switch off these e-mails",
  },
} as const;
