import type { Checkout, Transaction } from "#lib/payments/transactions/transaction.ts";
import { digest, randomToken } from "#lib/platform/values/ids.ts";

const BROWSER_ID_BYTES = 16;
const BROWSER_ID_FORM = /^[\w-]{22}$/;

/** `released`: by the shop's page, and not locked since. */
export type LockState = "own" | "elsewhere" | "released";

/** `open`: by code or link. `step`: takes a step. `look`: only shows or cancels. */
export type Approach = "open" | "step" | "look";

type Locked = Pick<Transaction & Checkout, "id" | "lockDigest" | "lockedAt" | "payerStep">;

/** 128 random bits. */
export function newBrowserId(): string {
  return randomToken(BROWSER_ID_BYTES);
}

export function isBrowserId(text: string): boolean {
  return BROWSER_ID_FORM.test(text);
}

/** Reveals neither the browser id nor its other orders. */
export function lockDigest(transactionId: string, browserId: string): string {
  return digest(`${transactionId}.${browserId}`);
}

export function lockStateOf(transaction: Locked, browserId: string): LockState {
  const { id, lockDigest: stored, lockedAt } = transaction;
  if (stored === null) return lockedAt === null ? "own" : "released";
  return stored === lockDigest(id, browserId) ? "own" : "elsewhere";
}

/** `own` for any browser once the order is not payable. */
export function shownLockState(
  transaction: Locked & Pick<Transaction, "status">,
  browserId: string,
): LockState {
  return transaction.status === "pending" ? lockStateOf(transaction, browserId) : "own";
}

/** The id that holds the order, else the one it was released from. */
export function browserIdFor(
  {
    id,
    lockDigest: holder,
    releasedDigest,
  }: Pick<Transaction & Checkout, "id" | "lockDigest" | "releasedDigest">,
  browserIds: readonly string[],
): string | undefined {
  const named = (stored: string | null) =>
    browserIds.find((browserId) => lockDigest(id, browserId) === stored);
  return named(holder) ?? named(releasedDigest) ?? browserIds[0];
}
