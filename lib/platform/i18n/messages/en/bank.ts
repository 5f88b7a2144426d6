export const bank = {
  name: "Sandbox Bank",
  line: "Sandbox bank – no real money",
  foot: "A simulated bank for test payments. All accounts are simulated.",
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
    given: "Your account, shared by the app",
    current: "Current account",
    savings: "Savings account",
  },
  login: {
    tab: "Sign in – Sandbox Bank",
    title: "Sign in to approve a payment",
    lead: "{amount} to {payee}",
    label: "User name",
    hint: "Use any name. There is no password, and each name has its own accounts.",
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
    summary: "Simulate bank behaviour",
    legend: "Behaviour after approval",
    picked: "This amount selects a behaviour: {title}. You can choose another.",
  },
  /** `does`: after the payer's approval. */
  behaviours: {
    normal: {
      title: "Works normally",
      does: "Executes the payment immediately and reports it.",
    },
    decline: {
      title: "Declines",
      does: "Rejects the payment.",
    },
    insufficient_funds: {
      title: "Insufficient funds",
      does: "Rejects the payment for insufficient funds, regardless of the balance.",
    },
    delayed: {
      title: "Delayed",
      does: "Accepts the payment and executes it ten seconds later.",
    },
    hang: {
      title: "Hangs, then succeeds",
      does: "Executes the payment immediately, but lets the first status request time out.",
    },
    late: {
      title: "Succeeds late",
      does: "Doesn't report the approval, refuses to cancel the payment, and executes it ten seconds after the cancel request.",
    },
    never_final: {
      title: "Never final",
      does: "Accepts the payment and never reports a final status.",
    },
    twice: {
      title: "Returns twice",
      does: "Executes the payment immediately, opens the return URL itself, and then sends the payer there too.",
    },
    reject_then_execute: {
      title: "Rejects, then executes",
      does: "Reports the payment as rejected at the first status request and executes it at the second.",
    },
    execute_then_reject: {
      title: "Executes, then rejects",
      does: "Executes the payment immediately and reports it at the first status request. From the second request on, it reports a rejection.",
    },
    wrong_amount: {
      title: "Wrong amount",
      does: "Executes and reports one minor unit (such as a cent) more than ordered.",
    },
    malformed: {
      title: "Returns invalid data",
      does: "Executes the payment immediately, but returns an undefined status to the first three status requests.",
    },
    server_error: {
      title: "Server error",
      does: "Executes the payment immediately, but responds to the first two status requests with HTTP 500 and 503.",
    },
    slow: {
      title: "Slow",
      does: "Executes the payment immediately, but takes three seconds for each response.",
    },
  },
  decided: {
    ACSC: {
      tab: "Payment sent – Sandbox Bank",
      title: "Payment sent",
      lead: "You approved it. The money has left the account.",
    },
    ACSP: {
      tab: "Payment accepted – Sandbox Bank",
      title: "Payment accepted",
      lead: "You approved it. The bank hasn't executed it yet.",
    },
    RJCT: {
      tab: "Payment declined – Sandbox Bank",
      title: "Payment declined",
      lead: "No money has left the account.",
    },
    CANC: {
      tab: "Payment cancelled – Sandbox Bank",
      title: "Payment cancelled",
      lead: "No money has left the account.",
    },
  },
  insufficientFunds: {
    tab: "Insufficient funds – Sandbox Bank",
    title: "Insufficient funds",
    lead: "The account doesn't have enough money. No money has left it.",
  },
  back: "Return to the payment",
  problem: {
    session:
      "Your sign-in has expired. Sign in again. The payment hasn't been approved or declined.",
    request: "Something went wrong, and the payment hasn't been approved or declined. Try again.",
  },
  ledger: {
    tab: "Ledger – Sandbox Bank",
    title: "Sandbox Bank",
    lead: "Payments you approved or declined in this browser in the last hour, and their bookings.",
    payments: "Payments",
    bookings: "Bookings",
    noPayments: "No payments yet.",
    noBookings: "No bookings yet.",
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
    insufficientFunds: "Insufficient funds",
    behaviour: "Simulates",
  },
  outgoing: {
    tab: "Outgoing payments – Sandbox Bank",
    title: "Send a file of payments",
    lead: "Your online banking in test mode. Choose the file that you downloaded under Refunds.",
    link: "Send a file of payments (for merchants)",
    file: "File",
    hint: "A pain.001 file of test mode, with up to 100 payments.",
    submit: "Send file",
    problems: {
      file: "This isn't a pain.001 file of test mode. Download it under Refunds, in test mode.",
      live: "This file is for a real bank: its IBANs are valid. Nothing was read.",
      too_many: "This file has more than 100 payments. The sandbox bank takes fewer.",
      busy: "Too many files. Try again in a minute.",
    },
    doneTitle: "Outgoing payments",
    doneLead:
      "No real money moves. Download what the bank writes to you, and import it under Payments, Bank transfers.",
    documents: {
      sent: "Statement (camt.054): the payments were sent",
      returned: "Statement (camt.054): they were sent, and came back",
      refused: "Status report (pain.002): the bank refuses them",
    },
    orders: "Payments in the file",
    none: "No payments",
  },
  missing: {
    tab: "Payment not found – Sandbox Bank",
    title: "Payment not found",
    lead: "This bank has no payment at this address.",
  },
} as const;
