import { randomUUID } from "node:crypto";
import { lockStateOf } from "#lib/payments/device-lock/lock.ts";
import type { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import type { Checkout, Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId, randomToken } from "#lib/platform/values/ids.ts";

export type Attempt = typeof paymentAttempts.$inferSelect;

/**
 * `starting`: without an approval address; the bank may not know it. With a bank payment id, only the bank ends it.
 * `awaiting_payer`: sent to the bank. `processing`: approved, or the status is unknown.
 */
export const OPEN_STATUSES = ["starting", "awaiting_payer", "processing"] as const;

export const MAX_ATTEMPTS = 5;

export const REFUSED_STATUS = "RJCT";

export function isOpen(attempt: Attempt): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(attempt.status);
}

export function isRefusedWithIban(attempt: Attempt): boolean {
  const { sendsPayerIban, status, bankPaymentId, bankStatus } = attempt;
  const isRefused = status === "failed" && bankPaymentId === null && bankStatus === REFUSED_STATUS;
  return sendsPayerIban && isRefused;
}

export function hasNoneLeft(attempts: readonly Attempt[]): boolean {
  return attempts.filter((attempt) => !isRefusedWithIban(attempt)).length >= MAX_ATTEMPTS;
}

/** Polls without an approval address before the payment is cancelled. */
export const ASKINGS_WITHOUT_ADDRESS = 4;

const FIRST_POLL_SECONDS = 5;
const LONGEST_POLL_SECONDS = 30 * 60;

// The page waits for the approval, and no payer comes back from a bank: five minutes.
const POLLS_WHILE_WAITING = 60;

/** From 5 s, doubling up to 30 min. */
export function nextPollAt(pollCount: number, now: Date, isWaiting = false): Date {
  const count = isWaiting ? Math.max(0, pollCount - POLLS_WHILE_WAITING) : pollCount;
  const seconds = Math.min(FIRST_POLL_SECONDS * 2 ** Math.min(count, 20), LONGEST_POLL_SECONDS);
  return new Date(now.getTime() + seconds * 1000);
}

/** The payer approves elsewhere, such as in the bank's app. */
export function isWaiting({ status, approvalMessage }: Attempt): boolean {
  return status === "awaiting_payer" && approvalMessage !== null;
}

/** The bank has the order, but the payer has no way to approve it. */
export function hasNoApproval({ status, bankPaymentId }: Attempt): boolean {
  return status === "starting" && bankPaymentId !== null;
}

export function lastAskedAt({ pollCount, nextPollAt: next, updatedAt }: Attempt, now: Date) {
  const waitMs = nextPollAt(pollCount, new Date(0)).getTime();
  const asked = pollCount > 0 && next !== null ? next.getTime() - waitMs : 0;
  return new Date(Math.min(now.getTime(), Math.max(updatedAt.getTime(), asked)));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Polls after the end, because a bank may contradict itself.
const CHECKS_MS = {
  failed: [10 * MINUTE_MS, DAY_MS],
  succeeded: [DAY_MS],
  settled: [10 * MINUTE_MS, ...Array.from({ length: 30 }, (_, days) => (days + 1) * DAY_MS)],
};
const CHECK_AGAIN_MS = HOUR_MS;
const LAST_CHECK_MS = 7 * DAY_MS;

type Ended = Pick<Attempt, "settledNote"> & { status: Outcome; finishedAt: Date };

/** `null`: never. Without a response: hourly for a week. Ended without its bank: daily for 30 days. */
export function nextCheckAt(
  { status, finishedAt, settledNote }: Ended,
  now: Date,
  hasResponse = true,
): Date | null {
  const ended = finishedAt.getTime();
  const isSettled = settledNote !== null;
  if (!hasResponse && !isSettled) {
    const again = now.getTime() + CHECK_AGAIN_MS;
    return again <= ended + LAST_CHECK_MS ? new Date(again) : null;
  }
  const checks = CHECKS_MS[isSettled ? "settled" : status];
  const next = checks.find((afterMs) => ended + afterMs > now.getTime());
  return next === undefined ? null : new Date(ended + next);
}

// A transfer approved before a long weekend takes up to five days.
const LONGEST_SILENCE_MS = { ended: DAY_MS, approved: 5 * DAY_MS };

export function isSilenceTooLong(
  attempt: Attempt,
  { endReason }: Pick<Transaction, "endReason">,
  now: Date,
): boolean {
  const longest = LONGEST_SILENCE_MS[endReason === null ? "approved" : "ended"];
  return isOpen(attempt) && now.getTime() - attempt.createdAt.getTime() >= longest;
}

// Longer than a bank takes to execute an approved payment.
const OWN_END_AFTER_MS = 7 * DAY_MS;

/** Whether it may be ended as unpaid without its bank. */
export function isGivenUp({ createdAt }: Attempt, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= OWN_END_AFTER_MS;
}

// ISO 20022 allows 35 characters.
const endToEndIdOf = (id: string) => `BS${id.slice("auth_".length).toUpperCase()}`;

// Of an id; banks change the case.
const OWN_END_TO_END_ID = /^BS[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
// Such as one that a bank cut off.
const LIKE_OWN_END_TO_END_ID = /^BS0[0-9A-HJKMNP-TV-Z]{13,}$/i;

/** Whole, or so much of it that no other system wrote it. */
export const isLikeOwnEndToEndId = (text: string) => LIKE_OWN_END_TO_END_ID.test(text);

/** `undefined` for a part of one. */
export const readOwnEndToEndId = (text: string) =>
  OWN_END_TO_END_ID.test(text) ? attemptIdOf(text) : undefined;

/** In any case, as typed. */
export const attemptIdOf = (endToEndId: string) =>
  `auth_${endToEndId.slice("BS".length).toLowerCase()}`;

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
    accountId: transaction.accountId,
    mode: transaction.mode,
    ...choice,
    endToEndId: endToEndIdOf(id),
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
    approvalMessage: null,
    approval: null,
    sealedGrant: null,
    pollCount: 0,
    nextPollAt: new Date(now.getTime() + 60_000),
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    settledNote: null,
  };
}

/** @throws AppError `transaction_in_progress`, `transaction_final` */
export function refuseUnpayable(transaction: Transaction, now: Date): void {
  if (transaction.status === "processing") throw new AppError("transaction_in_progress");
  if (!isPayable(transaction, now)) throw new AppError("transaction_final");
}

/**
 * @throws AppError `claimed_elsewhere` unless this browser holds the device lock; never without a browser id or in the direct
 * flow
 */
export function refuseLocked(
  transaction: Transaction & Checkout,
  browserId: string | undefined,
): void {
  if (browserId === undefined || transaction.flow !== "web") return;
  if (lockStateOf(transaction, browserId) !== "own") throw new AppError("claimed_elsewhere");
}

export function isPayable(transaction: Transaction, now: Date): boolean {
  return (
    transaction.status === "pending" &&
    transaction.endReason === null &&
    transaction.expiresAt > now
  );
}

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
