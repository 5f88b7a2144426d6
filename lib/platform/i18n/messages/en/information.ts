export const information = {
  link: "Information and accessibility",
  details: "Details and complaints",
  title: "About this payment service",
  lead: "Who starts your payment, and who helps if something is wrong.",
  service: "Payment service",
  company: {
    title: "Who starts your payment",
    lead: "{operator} starts the payment at your bank. The money goes directly from your account to the payee.",
    none: "The company that runs this service has not entered its details yet.",
    test: "In test mode, no real money moves.",
    name: "Company",
    address: "Address",
    email: "E-mail",
    licence: "Licence",
    authority: "Supervised by",
  },
  terms: "Terms",
  privacy: "Privacy",
  complaints: {
    title: "Problems and complaints",
    bank: "You didn’t approve a payment, or the amount is wrong: contact your bank at once.",
    shop: "You have a question about your order: contact the shop.",
    operator:
      "You want to complain about this payment service: contact {operator}. Name the payee, the amount and the time of the payment.",
    how: "How to complain",
    further: "If you don’t agree with the reply, you can turn to:",
    disputes: "Body for the settlement of disputes",
  },
  back: "Back to the payment",
  accessibility: {
    title: "Accessibility statement",
    lead: "Everyone should be able to pay. Our goal is WCAG 2.2, level AA, and what the European standard EN 301 549 requires of web pages.",
    scope:
      "This statement covers the payment pages and the console for merchants. It does not cover the pages of shops and banks.",
    tested: {
      title: "What is tested",
      axe: "Automatic checks with axe against the rules of WCAG 2.2, levels A and AA, with the contrast of light and dark colours",
      keyboard: "Paying and cancelling with the keyboard alone",
      sight:
        "Narrow screens of 320 pixels, wide text spacing, high contrast, and text from right to left",
      script: "Paying without JavaScript",
      focus: "A new screen moves the focus to its heading, and the time left is announced",
    },
    limits: {
      title: "Known limits",
      people:
        "There has been no test with people who use screen readers, and no independent audit.",
      time: "A payment expires after a while, and you can’t extend the time. You can start again in the shop.",
      console: "The console for merchants is in English only.",
    },
    feedback: {
      title: "Feedback",
      write: "Something doesn’t work for you? Write to us:",
      shop: "Something doesn’t work for you? Contact the shop you are paying.",
    },
    date: "Prepared on {date}, based on the tests of {product}.",
  },
} as const;
