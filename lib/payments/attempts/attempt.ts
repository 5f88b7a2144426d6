import { randomUUID } from "node:crypto";
import { lockStateOf } from "#lib/payments/device-lock/lock.ts";
import type { paymentAttempts } from "#lib/payments/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId, randomToken } from "#lib/platform/ids.ts";

/** One try to pay a transaction at one bank, as stored. */
export type Attempt = typeof paymentAttempts.$inferSelect;

/**
 * `starting`: stored, the bank may or may not know it yet, and the payer has no address to approve at. With the bank's id
 * of the payment it does know it, and only its word ends the try.
 * `awaiting_payer`: the payer was sent to the bank. `processing`: approved, or the bank's word is not known.
 */
export const OPEN_STATUSES = ["starting", "awaiting_payer", "processing"] as const;

/** Tries a transaction has before it fails with the last reason. */
export const MAX_ATTEMPTS = 5;

/** Noted as the bank's status of a try it refused before there was a payment: ISO 20022 for a rejected order. */
export const REFUSED_STATUS = "RJCT";

/** Tells whether the bank may still execute this attempt. */
export function isOpen(attempt: Attempt): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(attempt.status);
}

/** Askings after which a payment that waits for the payer, who has no address to go to, is cancelled at its bank. */
export const ASKINGS_WITHOUT_ADDRESS = 4;

const FIRST_POLL_SECONDS = 5;
const LONGEST_POLL_SECONDS = 30 * 60;

/** When a bank is asked again after `pollCount` answers that were not final: 5 s doubling up to 30 min. */
export function nextPollAt(pollCount: number, now: Date): Date {
  const seconds = Math.min(FIRST_POLL_SECONDS * 2 ** Math.min(pollCount, 20), LONGEST_POLL_SECONDS);
  return new Date(now.getTime() + seconds * 1000);
}

/** When the bank of an open try was last asked, or last said something new; never later than `now`. */
export function lastAskedAt({ pollCount, nextPollAt: next, updatedAt }: Attempt, now: Date) {
  const waitMs = nextPollAt(pollCount, new Date(0)).getTime();
  const asked = pollCount > 0 && next !== null ? next.getTime() - waitMs : 0;
  return new Date(Math.min(now.getTime(), Math.max(updatedAt.getTime(), asked)));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// A bank may contradict itself when nobody looks any more. After its end a try is asked about this much later.
const CHECKS_MS = { failed: [10 * MINUTE_MS, DAY_MS], succeeded: [DAY_MS] };
const CHECK_AGAIN_MS = HOUR_MS;
const LAST_CHECK_MS = 7 * DAY_MS;

/**
 * When a bank is asked again about a try that ended at `finishedAt`; `null`: never. One that did not answer is asked hourly,
 * for a week.
 */
export function nextCheckAt(
  { status, finishedAt }: { status: "failed" | "succeeded"; finishedAt: Date },
  now: Date,
  isAnswered = true,
): Date | null {
  const ended = finishedAt.getTime();
  if (!isAnswered) {
    const again = now.getTime() + CHECK_AGAIN_MS;
    return again <= ended + LAST_CHECK_MS ? new Date(again) : null;
  }
  const next = CHECKS_MS[status].find((afterMs) => ended + afterMs > now.getTime());
  return next === undefined ? null : new Date(ended + next);
}

// A transfer approved before a weekend with holidays is executed within five days. What was to end has nothing to wait for.
const LONGEST_SILENCE_MS = { ended: DAY_MS, approved: 5 * DAY_MS };

/** Tells whether the bank of an open try owes its final word for longer than a person should wait to look into it. */
export function isSilenceTooLong(
  attempt: Attempt,
  { endReason }: Pick<Transaction, "endReason">,
  now: Date,
): boolean {
  const longest = LONGEST_SILENCE_MS[endReason === null ? "approved" : "ended"];
  return isOpen(attempt) && now.getTime() - attempt.createdAt.getTime() >= longest;
}

/** A try not stored yet, which no bank knows. */
export function newAttempt(
  transaction: Transaction,
  {
    now,
    ...choice
  }: Pick<Attempt, "bankId" | "payerSessionId" | "sendsPayerIban"> & {
    now: Date;
  },
): Attempt {
  const id = newId("auth");
  return {
    id,
    transactionId: transaction.id,
    ...choice,
    // ISO 20022 EndToEndId has 35 characters: the 26 of the id without its prefix fit.
    endToEndId: `BS${id.slice("auth_".length).toUpperCase()}`,
    requestId: randomUUID(),
    state: randomToken(32),
    stateUsedAt: null,
    amount: transaction.amount,
    currency: transaction.currency,
    payeeIban: transaction.payeeIban,
    payeeName: transaction.payeeName,
    status: "starting",
    failureReason: null,
    bankPaymentId: null,
    bankStatus: null,
    approvalUrl: null,
    sealedGrant: null,
    pollCount: 0,
    // If this process dies before the bank's answer is stored, a worker asks again.
    nextPollAt: new Date(now.getTime() + 60_000),
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
  };
}

/** @throws AppError `transaction_in_progress`, `transaction_final` */
export function refuseUnpayable(transaction: Transaction, now: Date): void {
  if (transaction.status === "processing") throw new AppError("transaction_in_progress");
  if (!isPayable(transaction, now)) throw new AppError("transaction_final");
}

/** @throws AppError `claimed_elsewhere` in a browser that does not hold the order; never where no browser is known */
export function refuseLocked(transaction: Transaction, browserId: string | undefined): void {
  if (browserId === undefined || transaction.flow !== "web") return;
  if (lockStateOf(transaction, browserId) !== "own") throw new AppError("claimed_elsewhere");
}

/** Whether an attempt may be started, or started again after a crash. */
export function isPayable(transaction: Transaction, now: Date): boolean {
  return (
    transaction.status === "pending" &&
    transaction.endReason === null &&
    transaction.expiresAt > now
  );
}
