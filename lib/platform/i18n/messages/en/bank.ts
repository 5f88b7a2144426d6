export const bank = {
  name: "Sandbox Bank",
  line: "Sandbox bank – no real money",
  foot: "A pretend bank for trying out payments. It has pretend accounts only.",
  signedIn: "Signed in as {login}",
  signOut: "Use another name",
  cancel: "Cancel and go back",
  order: {
    payee: "To",
    iban: "Account (IBAN)",
    amount: "Amount",
    from: "From",
    remittance: "Message",
  },
  accounts: {
    given: "Your account, as told by the app",
    current: "Current account",
    savings: "Savings account",
  },
  login: {
    tab: "Sign in – Sandbox Bank",
    title: "Sign in to approve a payment",
    lead: "{amount} to {payee}",
    label: "User name",
    hint: "Any name will do and there is no password. Each name has accounts of its own.",
    suggestion: "demo",
    problem: "Enter a user name of 1 to 64 characters.",
    submit: "Sign in",
  },
  choose: {
    tab: "Choose an account – Sandbox Bank",
    title: "Which account do you want to pay from?",
    lead: "{amount} to {payee}",
    legend: "Your accounts",
    problem: "Choose one of your accounts.",
    submit: "Continue",
  },
  confirm: {
    tab: "Approve the payment – Sandbox Bank",
    title: "Approve this payment?",
    heading: "The payment",
    approve: "Approve",
    decline: "Decline",
    otherAccount: "Choose another account",
  },
  tryOut: {
    summary: "Try out how a bank can behave",
    legend: "After you approve, this bank",
    picked: "This amount has picked a behaviour: {title}. You may choose another one.",
  },
  /** `does`: after the payer's approval. */
  behaviours: {
    normal: {
      title: "Does what it should",
      does: "Executes the payment at once and says so.",
    },
    decline: {
      title: "Declines",
      does: "Rejects the payment.",
    },
    insufficient_funds: {
      title: "Finds too little money",
      does: "Rejects the payment because the account does not hold enough, whatever it holds.",
    },
    delayed: {
      title: "Takes its time",
      does: "Accepts the payment and executes it by itself ten seconds later.",
    },
    hang: {
      title: "Hangs, then succeeds",
      does: "Executes the payment at once, but leaves the first question about its status without an answer until the asker's time is up.",
    },
    late: {
      title: "Succeeds late",
      does: "Keeps the approval to itself: says it still waits for it, refuses to cancel the payment, and executes it ten seconds after it was asked to cancel.",
    },
    never_final: {
      title: "Never says final",
      does: "Accepts the payment and never says what became of it.",
    },
    twice: {
      title: "Answers twice",
      does: "Executes the payment at once, opens the return address itself, and then sends the payer there too.",
    },
    reject_then_execute: {
      title: "Rejects, then executes",
      does: "Says at the first question that the payment was rejected, and executes it at the second.",
    },
    execute_then_reject: {
      title: "Executes, then rejects",
      does: "Executes the payment at once and says so at the first question; from the second on it says that the payment was rejected.",
    },
    wrong_amount: {
      title: "Gets the amount wrong",
      does: "Executes one cent (or other smallest unit) more than ordered, and says so.",
    },
    malformed: {
      title: "Talks nonsense",
      does: "Executes the payment at once, but answers the first three questions about its status with what no standard knows.",
    },
    server_error: {
      title: "Fails",
      does: "Executes the payment at once, but answers the first two questions about its status with the HTTP statuses 500 and 503.",
    },
    slow: {
      title: "Is slow",
      does: "Executes the payment at once, and takes three seconds for each answer about it.",
    },
  },
  decided: {
    ACSC: {
      tab: "Payment made – Sandbox Bank",
      title: "This payment was made",
      lead: "You approved it. The money has left the account.",
    },
    ACSP: {
      tab: "Payment accepted – Sandbox Bank",
      title: "This payment was accepted",
      lead: "It was approved and is not carried out yet.",
    },
    RJCT: {
      tab: "Payment declined – Sandbox Bank",
      title: "This payment was declined",
      lead: "No money has left the account.",
    },
    CANC: {
      tab: "Payment cancelled – Sandbox Bank",
      title: "This payment was cancelled",
      lead: "No money has left the account.",
    },
  },
  insufficientFunds: {
    tab: "Not enough money – Sandbox Bank",
    title: "There was not enough money on the account",
    lead: "The payment was not made.",
  },
  back: "Go back to where you came from",
  problem: {
    session: "Your sign-in has ended. Please sign in again; nothing was decided.",
    request: "That did not work, and nothing was decided. Please try again.",
  },
  ledger: {
    tab: "Ledger – Sandbox Bank",
    title: "Sandbox Bank",
    lead: "The payments you decided on in this browser within the last hour, and what the bank booked for them.",
    payments: "Payments",
    bookings: "Bookings",
    noPayments: "No payments yet.",
    noBookings: "Nothing booked yet.",
    status: "Status",
    endToEndId: "End-to-end id",
    from: "From",
    to: "To",
    statuses: {
      RCVD: "Waiting for approval",
      ACSP: "Accepted",
      ACSC: "Settled",
      RJCT: "Rejected",
      CANC: "Cancelled",
    },
    insufficientFunds: "Rejected for want of funds",
    behaviour: "Tries out",
  },
  missing: {
    tab: "Nothing here – Sandbox Bank",
    title: "Nothing here",
    lead: "There is no such payment at this bank.",
  },
} as const;
