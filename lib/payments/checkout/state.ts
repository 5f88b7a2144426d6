import {
  type Attempt,
  hasNoApproval,
  isOpen,
  isWaiting,
  lastAskedAt,
} from "#lib/payments/attempts/attempt.ts";
import { isInGrace, REPORTING_GRACE_MS } from "#lib/payments/transactions/expiry/grace.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { ApprovalWait, BankWait, CheckoutState, PayerProgress } from "./view.ts";

export function checkoutState(
  transaction: WholeTransaction,
  latest: Attempt | undefined,
  now: Date,
): CheckoutState {
  switch (transaction.status) {
    case "succeeded":
      return "succeeded";
    case "processing":
      return "processing";
    case "failed":
      return failedState(transaction);
    case "pending":
      if (isInGrace(transaction, now)) return "expired";
      if (payerProgress(transaction, latest) !== "waiting") return "opened";
      return latest?.status === "failed" ? "declined" : "ready";
  }
}

function failedState({ failureReason }: Transaction): CheckoutState {
  switch (failureReason) {
    case "cancelled":
    case "expired":
    case "superseded":
      return failureReason;
    default:
      return "failed";
  }
}

// Most banks send a final status within seconds.
const USUAL_WAIT_MS = 60_000;

export function bankWait(
  { status, updatedAt }: Transaction,
  latest: Attempt | undefined,
  now: Date,
): BankWait | null {
  if (status !== "processing") return null;
  return {
    isLong: now.getTime() - updatedAt.getTime() > USUAL_WAIT_MS,
    askedAt: latest && isOpen(latest) ? lastAskedAt(latest, now).toISOString() : null,
    approval: (latest?.status === "processing" && latest.approval) || "given",
  };
}

export function approvalWait(
  { status }: Transaction,
  latest: Attempt | undefined,
): ApprovalWait | null {
  if (status !== "pending" || !latest) return null;
  if (isWaiting(latest)) return { kind: "elsewhere", message: latest.approvalMessage || null };
  return hasNoApproval(latest) ? { kind: "no_page", message: null } : null;
}

// A bank may learn late of its own approval.
const RETURN_WAIT_MS = 25_000;

function returnWaitEndsAt(latest: Attempt | undefined): Date | undefined {
  if (latest?.status !== "awaiting_payer" || latest.stateUsedAt === null) return undefined;
  return new Date(latest.stateUsedAt.getTime() + RETURN_WAIT_MS);
}

export function isJustBack(
  { status }: Transaction,
  latest: Attempt | undefined,
  now: Date,
): boolean {
  const endsAt = returnWaitEndsAt(latest);
  return status === "pending" && endsAt !== undefined && now < endsAt;
}

/** In the past for an order that is about to expire. */
export function nextChangeAt(
  transaction: WholeTransaction,
  latest: Attempt | undefined,
  now: Date,
): Date | undefined {
  const { status, expiresAt, updatedAt } = transaction;
  if (status === "processing") {
    const longAt = updatedAt.getTime() + USUAL_WAIT_MS + 1;
    return longAt > now.getTime() ? new Date(longAt) : undefined;
  }
  if (status !== "pending") return undefined;
  const graceMs = isInGrace(transaction, now) ? REPORTING_GRACE_MS : 0;
  const overAt = new Date(expiresAt.getTime() + graceMs);
  const waitEndsAt = returnWaitEndsAt(latest);
  return waitEndsAt && waitEndsAt > now && waitEndsAt < overAt ? waitEndsAt : overAt;
}

/** After a failed payment attempt, only the payer's later steps count. */
export function payerProgress(
  transaction: WholeTransaction,
  latest: Attempt | undefined,
): PayerProgress {
  if (latest?.status === "starting" || latest?.status === "awaiting_payer") return "at_bank";
  return transaction.payerStep ?? "waiting";
}

export function isBegunElsewhere(
  transaction: WholeTransaction,
  latest: Attempt | undefined,
): boolean {
  const { lockDigest, lockedAt } = transaction;
  if (!latest || lockDigest === null || lockedAt === null) return false;
  return payerProgress(transaction, latest) === "at_bank" && latest.createdAt < lockedAt;
}
