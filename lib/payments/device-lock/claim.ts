import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { digest, randomToken } from "#lib/platform/ids.ts";

const MARK_BYTES = 16;
const MARK_FORM = /^[\w-]{22}$/;

/**
 * What a browser that asks for an order is to it. `own`: it holds the order. `elsewhere`: another one does, and is on
 * its way to pay. `released`: the shop's page took the order back from whoever held it.
 */
export type Claim = "own" | "elsewhere" | "released";

/**
 * How a browser comes to an order. `anew`: led by the code or the link. `step`: by a step of its own. `look`: it only shows
 * how things stand, or wants to end them, and never takes what is not its own.
 */
export type Approach = "anew" | "step" | "look";

type Claimed = Pick<Transaction, "id" | "claimDigest" | "claimedAt" | "payerStep">;

/** Makes what a browser of a payer is known again by: 128 random bits. */
export function newMark(): string {
  return randomToken(MARK_BYTES);
}

/** Tells whether a text can be a mark of {@link newMark}. */
export function isMark(text: string): boolean {
  return MARK_FORM.test(text);
}

/** What is stored of a claim. It tells neither the mark nor which other orders the same browser has opened. */
export function claimDigest(transactionId: string, mark: string): string {
  return digest(`${transactionId}.${mark}`);
}

/** Tells what the browser with `mark` is to an order, by what is stored of it. */
export function claimOf(transaction: Claimed, mark: string): Claim {
  const { id, claimDigest: stored, claimedAt } = transaction;
  if (stored === null) return claimedAt === null ? "own" : "released";
  return stored === claimDigest(id, mark) ? "own" : "elsewhere";
}

/**
 * Which of the marks of one browser an order goes by: the one that holds it, else the one it was taken from, else the
 * first; none of none.
 */
export function markFor(
  {
    id,
    claimDigest: holder,
    releasedDigest,
  }: Pick<Transaction, "id" | "claimDigest" | "releasedDigest">,
  marks: readonly string[],
): string | undefined {
  const named = (stored: string | null) => marks.find((mark) => claimDigest(id, mark) === stored);
  return named(holder) ?? named(releasedDigest) ?? marks[0];
}
