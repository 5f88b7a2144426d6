import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";

const NAME = "externalId";

// Longer than the longest return delay, 90 s.
const RETURN_WITHIN_MS = 120_000;

type Returning = Pick<
  WholeTransaction,
  | "status"
  | "failureReason"
  | "successUrl"
  | "failureUrl"
  | "processingUrl"
  | "cancelUrl"
  | "externalId"
>;

/** Sets `externalId`; the rest stays byte for byte. `undefined` while payable. */
export function returnUrlOf(transaction: Returning): string | undefined {
  const { status, failureReason, successUrl, failureUrl, processingUrl, cancelUrl } = transaction;
  const target = {
    succeeded: successUrl,
    failed: (failureReason === "cancelled" && cancelUrl) || failureUrl,
    pending: null,
    processing: processingUrl,
  }[status];
  if (!target) return undefined;
  return transaction.externalId === null ? target : withExternalId(target, transaction.externalId);
}

export function shopOf({
  successUrl,
  failureUrl,
  cancelUrl,
}: Pick<WholeTransaction, "successUrl" | "failureUrl" | "cancelUrl">): string | undefined {
  const url = successUrl ?? failureUrl ?? cancelUrl;
  return url ? `${new URL(url).origin}/` : undefined;
}

/** Only soon after the outcome, or a shop that sends shoppers back would cause a loop. */
export function returnsByItself(
  { finishedAt }: Pick<Transaction, "finishedAt">,
  now: Date,
): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() <= RETURN_WITHIN_MS;
}

// URLSearchParams re-encodes the query, which breaks a merchant's signature over it.
function withExternalId(url: string, externalId: string): string {
  const [, base = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const pairs = query ? query.split("&").filter((pair) => nameOf(pair) !== NAME) : [];
  const own = `${NAME}=${encodeURIComponent(externalId.toWellFormed())}`;
  return `${base}?${[...pairs, own].join("&")}${fragment}`;
}

function nameOf(pair: string): string | undefined {
  // URLSearchParams drops a leading "?"; after "&" it stays part of the name.
  return new URLSearchParams(`&${pair}`).keys().next().value;
}
