export const waysToBePaid = {
  lead: "Each payment offers your shoppers the ways that are ready here.",
  state: "In live mode",
  states: {
    off: "Off",
    test: "Test mode only",
    ready: "Ready",
    failing: "Failing",
  },
  needs: "What it needs",
  lastMoney: "Last live money",
  noMoney: "None yet",
  noneTitle: "Live payments are refused",
  none: "Your account has no way to be paid in live mode yet. Turn on bank transfers below.",
  noneWaiting:
    "Your account has no way to be paid in live mode yet. Bank transfers need an IBAN that the operator has confirmed.",
  roads: {
    bank: {
      title: "Bank payments",
      lead: "Shoppers choose their bank, and approve the payment there.",
      needs: "Banks that the operator has connected, with a licence or a contract.",
      failing: "The banks are paused or don't respond. Ask the operator.",
    },
    transfer: {
      title: "Bank transfers",
      lead: "Shoppers send the money themselves, in euros, with a QR code for their banking app or details to copy. No bank connection, no contract and no licence.",
      needs: "Your IBAN, confirmed by the operator.",
      failing: "The operator hasn't confirmed your IBAN.",
    },
  },
  iban: "You are paid on",
  changeIban: "Change the IBAN",
  enterIban: "Enter your IBAN",
  sources: {
    title: "How Bankside hears of money",
    lead: "A bank transfer counts as paid when the money on your account is matched to its payment.",
    feeds: {
      title: "Feeds",
      lead: "Bankside reads your business account at its provider, and sees money within seconds of its arrival.",
      link: "Open feeds",
    },
    statements: {
      title: "Statements by API",
      lead: "Your bank's delivery or a program of yours sends each statement, with a key that can do nothing else.",
      link: "Open statements",
    },
    files: {
      title: "Files from your bank",
      lead: "Import statements and notifications (camt.053, camt.054), or mark a transfer as received by hand.",
      link: "Open bank transfers",
    },
  },
} as const;
