import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Attempt } from "./attempt.ts";

/** `payerAppUrl`: web flow. `secureUrl`: direct flow. */
export type PayerPages = { payerAppUrl: string; secureUrl: string };

export function returnUrlOf(
  { state }: Pick<Attempt, "state">,
  transaction: Pick<Transaction, "flow" | "reference">,
  pages: PayerPages,
): string {
  return `${returnPageOf(transaction, pages)}?state=${state}`;
}

/** Opens no session: the payer may not come from the bank. */
export function returnPageOf(
  { flow, reference }: Pick<Transaction, "flow" | "reference">,
  { payerAppUrl, secureUrl }: PayerPages,
): string {
  // Only the webview of a direct transaction has the payer's session.
  const pages = flow === "direct" ? secureUrl : payerAppUrl;
  return `${pages}/${reference}/return`;
}
