import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { digest, randomToken } from "#lib/platform/ids.ts";

const BROWSER_ID_BYTES = 16;
const BROWSER_ID_FORM = /^[\w-]{22}$/;

/** Which browser holds an order: this one, another one, or none since the shop's page released it from its holder. */
export type LockState = "own" | "elsewhere" | "released";

/** Why a browser asks for an order: it followed the code or link (`anew`), takes a step, or only shows or cancels the order (`look`). */
export type Approach = "anew" | "step" | "look";

type Locked = Pick<Transaction, "id" | "lockDigest" | "lockedAt" | "payerStep">;

/** 128 random bits. */
export function newBrowserId(): string {
  return randomToken(BROWSER_ID_BYTES);
}

export function isBrowserId(text: string): boolean {
  return BROWSER_ID_FORM.test(text);
}

/** What is stored of a lock. It reveals neither the browser id nor which other orders the same browser opened. */
export function lockDigest(transactionId: string, browserId: string): string {
  return digest(`${transactionId}.${browserId}`);
}

export function lockStateOf(transaction: Locked, browserId: string): LockState {
  const { id, lockDigest: stored, lockedAt } = transaction;
  if (stored === null) return lockedAt === null ? "own" : "released";
  return stored === lockDigest(id, browserId) ? "own" : "elsewhere";
}

/** Chooses among the ids of one browser: the one that holds the order, else the one it was released from, else the first. */
export function browserIdFor(
  {
    id,
    lockDigest: holder,
    releasedDigest,
  }: Pick<Transaction, "id" | "lockDigest" | "releasedDigest">,
  browserIds: readonly string[],
): string | undefined {
  const named = (stored: string | null) =>
    browserIds.find((browserId) => lockDigest(id, browserId) === stored);
  return named(holder) ?? named(releasedDigest) ?? browserIds[0];
}
