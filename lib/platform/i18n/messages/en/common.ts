import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Pay by bank with Bankside",
  testMode: "Test mode – no real money",
  payee: "Payee",
  order: "Order",
  amount: "Amount",
  reference: "Reference",
  time: "Time",
  iban: "IBAN",
  back: "Back",
  returnToShop: "Return to {payee}",
  notFoundTitle: "Nothing here",
  notFoundLead: "This address leads nowhere. It may be mistyped or out of date.",
  homeLink: "Go to the start page",
  ...failure,
  outage: {
    title: "We can’t be reached right now",
    lead: "Nothing was lost, and nothing was paid by opening this page. Please try again in a moment: it then shows how things stand.",
    again: "Try again",
  },
  problem: {
    transaction_in_progress:
      "Your bank is already processing this payment, so it can no longer be changed here.",
    transaction_final: "This payment is already finished, so it can no longer be changed.",
    attempts_exhausted:
      "No further tries are possible for this payment. Go back to the shop and start again.",
    payment_in_question:
      "Your bank has said two different things about your last try, so it may have been paid. We are looking into it: please don’t pay again, also not elsewhere, and ask the shop.",
    authorisation_open:
      "Another try at a bank is still open. Finish it there, or wait a moment and try again.",
    order_changed: "This page was out of date. Please check the details below once more.",
    bank_unavailable:
      "A bank does not answer at the moment, so no new payment was started. Try again, or choose another bank.",
    payer_not_verified: "Please confirm that it is you before you pay.",
    session_missing: "This page was open for too long. Please confirm once more that it is you.",
    code_wrong: "This is not the code we sent last. Please compare the six digits.",
    code_expired: "This code is no longer valid. Please ask for a new one.",
    code_too_soon:
      "A code was sent a moment ago. Give the mail half a minute before you ask for another one.",
    too_many_codes:
      "Too many codes were sent to this address. Use the last one you got, or try again in a quarter of an hour.",
    too_many_requests:
      "Too much is coming from your network at the moment. Please wait a minute, then try again.",
    no_more_codes:
      "No further codes can be sent for this payment. Use the last one you got, or start again in the shop or app.",
    cookies_blocked:
      "Your browser keeps no cookies for this page, so we can’t go on. Allow cookies, or open the link in another browser.",
    mail_unavailable:
      "The mail with your code could not be sent. Please check the address and try again in a moment.",
    unavailable:
      "We can’t reach our systems at the moment. Please load the page again before you pay once more.",
    other: "That did not work. Please look at how the payment stands below, then try again.",
  },
} as const;
