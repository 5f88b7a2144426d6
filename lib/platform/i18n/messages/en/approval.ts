/** Payments that wait for an approval elsewhere, and what some banks need before. */
export const approval = {
  wait: {
    title: "Approve in your bank’s app",
    lead: "Your bank asks you there, or in a message. This page updates as soon as it answers.",
    says: "Your bank writes:",
  },
  noPage: {
    title: "Your bank has the order, but gave us no page",
    lead: "If its app asks you, you can approve there. Otherwise, choose another bank.",
  },
  missing: {
    title: "Your bank still has this order",
    lead: "It hasn’t been approved, so nothing has been paid. If your bank still asks you, decline it unless you want to pay.",
  },
  unknown: {
    title: "Waiting for your bank…",
    lead: "Your bank has the order, but hasn’t confirmed yet whether it was approved.",
  },
  account: {
    title: "Your account at {bank}",
    lead: "{bank} needs this to open the payment. We pass it on to your bank only, and delete it with the other details of this payment.",
    iban: "Your IBAN",
    ibanProblem: "Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00.",
    id: "Your user name for online banking",
    idHint: "Never your password or PIN: your bank asks for those itself.",
    idProblem: "Enter your user name for online banking.",
  },
  testBanks: "Test: other kinds of banks",
} as const;
