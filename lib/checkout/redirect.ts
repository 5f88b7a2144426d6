import type { Transaction } from "#lib/transactions/transaction.ts";

/**
 * Where the shopper goes after the outcome: `successUrl` or, for any failure, `failureUrl`, with `externalId` set.
 * What the merchant's URL already carries stays. `undefined` before the outcome or when the merchant gave no URL.
 */
export function returnUrlOf(
  transaction: Pick<Transaction, "status" | "successUrl" | "failureUrl" | "externalId">,
): string | undefined {
  const target = {
    succeeded: transaction.successUrl,
    failed: transaction.failureUrl,
    pending: null,
    processing: null,
  }[transaction.status];
  if (!target) return undefined;
  const url = new URL(target);
  if (transaction.externalId !== null) url.searchParams.set("externalId", transaction.externalId);
  return url.href;
}
