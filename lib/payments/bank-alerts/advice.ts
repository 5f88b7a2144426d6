import type { BankAlert } from "#lib/payments/model/bank-alert.ts";

export const ALERT_ADVICE: Record<BankAlert["kind"], string[]> = {
  order_mismatch: [
    "The bank reports that it executed a different order. The transaction stays processing and never succeeds because of it.",
    "Ask the bank for the booking of the end-to-end id. Have any wrong amount sent back, and agree on the rest with the",
    "merchant. Then settle the payment: as succeeded if the payee keeps the money, otherwise as failed, which is possible",
    "seven days after the payment attempt began. The payer can then pay again.",
  ],
  order_not_shown: [
    "The bank reports that it executed the payment, but does not show which amount went to whom, so this proves no payment.",
    "The transaction stays processing. Look for the end-to-end id or the amount on the payee's bank statement, then settle the",
    "payment: as succeeded if the money is there. A bank that always leaves the end-to-end id out needs the setting proof.",
  ],
  contradiction: [
    "The bank reported two final statuses for one payment. The first one counts, and the merchant received only that one.",
    "While the transaction can still be paid, no new payment attempt can start until you resolve this alert.",
    "Find the end-to-end id on the payee's bank statement. If money moved but our status is failed, have it sent back or ask",
    "the merchant to deliver. If no money moved but our status is succeeded, ask the merchant not to deliver.",
  ],
  untracked_payment: [
    "The bank has a payment that no payer was sent to. The bank refused to cancel it or could not be reached.",
    "Ask the bank to cancel the payment with its id. If it was executed, have the money sent back.",
  ],
  no_final_word: [
    "The bank has reported no final status for a long time, or can't be reached. Bankside keeps polling until it reports one.",
    "Ask the bank about the end-to-end id, and to cancel the payment if it was not executed. If it does not help, settle the",
    "payment by the payee's bank statement: as succeeded if it shows the money. If it shows none seven days after the payment",
    "attempt began, as failed.",
  ],
  never_approved: [
    "The bank did not cancel this payment, and its time to approve ended without an approval. Bankside ended it, so the order can",
    "be paid again. Ask the bank to cancel the payment with its id. If the bank executes it later, an alert reports that.",
  ],
};
