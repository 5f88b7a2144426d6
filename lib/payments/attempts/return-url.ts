import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Attempt } from "./attempt.ts";

/** Where payers' pages are: those of the web flow, and those of direct transactions. */
export type PayerPages = { payerAppUrl: string; secureUrl: string };

/** Where the payer of a try comes back to from the bank. */
export function returnUrlOf(
  { state }: Pick<Attempt, "state">,
  transaction: Pick<Transaction, "flow" | "reference">,
  pages: PayerPages,
): string {
  return `${returnPageOf(transaction, pages)}?state=${state}`;
}

/** The same page for whoever has not shown to come from the bank: it opens nothing that is not open there already. */
export function returnPageOf(
  { flow, reference }: Pick<Transaction, "flow" | "reference">,
  { payerAppUrl, secureUrl }: PayerPages,
): string {
  // The pages of a direct transaction belong to its webview, and only there does the payer have a session.
  const pages = flow === "direct" ? secureUrl : payerAppUrl;
  return `${pages}/${reference}/return`;
}
