import type { Transaction } from "#lib/payments/transactions/transaction.ts";

const NAME = "externalId";

// Longer than the longest delay before the return, 90 s, and than a page needs to notice the end.
const RETURN_WITHIN_MS = 120_000;

type Returning = Pick<
  Transaction,
  "status" | "successUrl" | "failureUrl" | "processingUrl" | "externalId"
>;

/**
 * Where the shopper goes from here: `successUrl` or, for any failure, `failureUrl`; while the bank works `processingUrl`. With
 * `externalId` set; the rest of the merchant's URL stays byte for byte. `undefined` while it can be paid, and when the merchant gave
 * no URL.
 */
export function returnUrlOf(transaction: Returning): string | undefined {
  const { status, successUrl, failureUrl, processingUrl } = transaction;
  const target = {
    succeeded: successUrl,
    failed: failureUrl,
    pending: null,
    processing: processingUrl,
  }[status];
  if (!target) return undefined;
  return transaction.externalId === null ? target : withExternalId(target, transaction.externalId);
}

/** The plain address of the shop, for a wait that is long; `undefined` when the merchant gave no URL. */
export function shopOf({
  successUrl,
  failureUrl,
}: Pick<Transaction, "successUrl" | "failureUrl">): string | undefined {
  const url = successUrl ?? failureUrl;
  return url ? `${new URL(url).origin}/` : undefined;
}

/**
 * Tells whether a page goes to the shop by itself: only soon after the outcome, so that a shop which sends shoppers back to
 * the checkout of a paid order does not send them round for ever.
 */
export function returnsByItself(
  { finishedAt }: Pick<Transaction, "finishedAt">,
  now: Date,
): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() <= RETURN_WITHIN_MS;
}

// As text: URLSearchParams would write the whole query anew, and a merchant's signature over it would fail.
function withExternalId(url: string, externalId: string): string {
  const [, base = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const pairs = query ? query.split("&").filter((pair) => nameOf(pair) !== NAME) : [];
  const own = `${NAME}=${encodeURIComponent(externalId.toWellFormed())}`;
  return `${base}?${[...pairs, own].join("&")}${fragment}`;
}

function nameOf(pair: string): string | undefined {
  // A leading "?" would be taken for the query's own; after "&" it belongs to the name.
  return new URLSearchParams(`&${pair}`).keys().next().value;
}
