import { failure } from "./failure.ts";

export const common = {
  product: "Bankside",
  foot: "Pay by bank with Bankside",
  testMode: "Test mode – no real money",
  test: "Test",
  payee: "Payee",
  order: "Order",
  amount: "Amount",
  reference: "Reference",
  time: "Time",
  iban: "IBAN",
  back: "Back",
  returnToShop: "Return to {payee}",
  notFoundTitle: "Page not found",
  notFoundLead: "The link may be wrong or out of date.",
  homeLink: "Go to the start page",
  ...failure,
  outage: {
    title: "We can’t be reached right now",
    lead: "Nothing was lost, and opening this page didn’t charge you. Try again in a moment to see your payment’s status.",
    again: "Try again",
  },
  problem: {
    transaction_in_progress:
      "Your bank is already processing this payment, so it can no longer be changed here.",
    transaction_final: "This payment is already finished, so it can no longer be changed.",
    attempts_exhausted:
      "You have no attempts left for this payment. Return to the shop and start again.",
    payment_in_question:
      "Your bank sent conflicting answers, so you may already have paid. Please don’t pay again. Contact the shop.",
    authorisation_open:
      "Another payment attempt is still open at a bank. Finish it there, or wait a moment and try again.",
    order_changed: "This page was out of date. Please check the details below again.",
    bank_unavailable: "We couldn’t open your bank’s page. Try again, or choose another bank.",
    payer_not_verified: "Please confirm it’s you before you pay.",
    session_missing: "This page was open for too long. Please confirm again that it’s you.",
    code_wrong: "That code isn’t right. Check the latest e-mail and try again.",
    code_expired: "This code is no longer valid. Please ask for a new one.",
    passkey_failed: "That passkey can’t be used here. Enter your e-mail address instead.",
    code_too_soon: "We just sent a code. Wait 30 seconds before asking for another code.",
    too_many_codes:
      "Too many codes were sent to this address. Use the latest one, or try again in 15 minutes.",
    too_many_requests: "Too many requests from your network. Try again in a minute.",
    no_more_codes:
      "We can’t send more codes for this payment. Use the latest one, or start again in the shop or app.",
    cookies_blocked:
      "Cookies are blocked. Allow cookies to continue, or open the link in another browser.",
    mail_unavailable:
      "We couldn’t send the e-mail with your code. Check the address and try again in a moment.",
    unavailable:
      "We can’t reach our systems right now. Reload this page before you try to pay again.",
    other: "Something went wrong. Check the status below and try again.",
  },
} as const;
