import type { PaymentReport } from "#lib/banks/connector.ts";
import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { Outcome } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import {
  type Attempt,
  isOpen,
  isSilenceTooLong,
  MAX_ATTEMPTS,
  nextCheckAt,
  nextPollAt,
  REFUSED_STATUS,
} from "./attempt.ts";
import type { AttemptDeps } from "./bank.ts";
import { alertOf } from "./findings.ts";
import { asSeen, contradicts, isKnown, proofOf, type Reported } from "./report.ts";
import * as repository from "./repository.ts";

type TransitionDeps = Pick<AttemptDeps, "clock" | "lifecycle">;
type Deps = Pick<AttemptDeps, "db" | "clock" | "logger" | "lifecycle" | "banks">;

// ISO 20022: settlement on the creditor's account has been completed.
const MONEY_STATUS = "ACCC";

/** A final attempt never changes; a contradiction raises an alert. */
export function applyReport(deps: Deps, attemptId: string, report: PaymentReport): Promise<void> {
  return withLock(deps, attemptId, async (tx, transaction, attempt) => {
    if (isOpen(attempt)) {
      return settle(deps, tx, { transaction, attempt, report: asSeen(attempt, report) });
    }
    if (contradicts(attempt, report) && !isKnown(deps, { transaction, attempt, report })) {
      await alertOf(deps, tx, {
        attempt,
        kind: "contradiction",
        ourStatus: attempt.status,
        report,
      });
    }
  });
}

/** `report`: the bank did not cancel what it reports as open; `null` without a response. */
export function applyUnknown(
  deps: Deps,
  attemptId: string,
  report: PaymentReport | null,
): Promise<void> {
  return withLock(deps, attemptId, async (tx, _transaction, attempt) => {
    if (!isOpen(attempt)) return;
    const approval = approvalOf(attempt, report);
    await keepAsking(deps, tx, attempt, { bankStatus: report?.bankStatus ?? null, approval });
  });
}

/** Of what is open: an approval that the bank once reported stays, and one it does not show may be there. */
function approvalOf(attempt: Attempt, report: PaymentReport | null): Attempt["approval"] {
  const known = attempt.status === "processing" ? attempt.approval : "unknown";
  const isShown = report !== null && report.isApprovalKnown !== false;
  return isShown && known !== "given" ? "missing" : known;
}

/** Its time to approve is over and its bank still reports no approval. A later report raises a contradiction. */
export function applyNeverApproved(
  deps: Deps,
  attemptId: string,
  report: PaymentReport,
): Promise<void> {
  return withLock(deps, attemptId, async (tx, transaction, attempt) => {
    if (attempt.status !== "processing" || attempt.approval !== "missing") return;
    const { bankStatus } = report;
    await failAttempt(deps, tx, { transaction, attempt, reason: "bank_unavailable", bankStatus });
    await alertOf(deps, tx, { attempt, kind: "never_approved", ourStatus: "failed", report });
  });
}

export function applySilence(deps: Deps, attemptId: string): Promise<void> {
  return withLock(deps, attemptId, async (tx, transaction, attempt) => {
    const isOverdue = isSilenceTooLong(attempt, transaction, deps.clock.now());
    if (!isOverdue || (await hasOpenBankAlert(tx, transaction.id))) return;
    const bankStatus = attempt.bankStatus ?? "unknown";
    const report = { state: "processing", bankStatus } as const;
    await alertOf(deps, tx, { attempt, kind: "no_final_word", ourStatus: attempt.status, report });
  });
}

/** No approval address was given out. */
export function applyNeverOffered(deps: Deps, attemptId: string): Promise<void> {
  return withLock(deps, attemptId, async (tx, transaction, attempt) => {
    if (attempt.status === "starting" && attempt.bankPaymentId === null) {
      await failAttempt(deps, tx, { transaction, attempt, reason: "bank_unavailable" });
    }
  });
}

export function applyRefused(deps: Deps, attemptId: string): Promise<void> {
  return withLock(deps, attemptId, async (tx, transaction, attempt) => {
    if (isOpen(attempt) && attempt.bankPaymentId === null) {
      await failAttempt(deps, tx, { transaction, attempt, reason: "bank_unavailable" });
    }
  });
}

function withLock(
  { db, lifecycle }: Deps,
  attemptId: string,
  work: (tx: Database, transaction: Transaction, attempt: Attempt) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const seen = await repository.find(tx, attemptId);
    const transaction = seen && (await lifecycle.lock(tx, seen.transactionId));
    // It may have changed while waiting for the lock.
    const attempt = transaction && (await repository.find(tx, attemptId));
    if (attempt) await work(tx, transaction, attempt);
  });
}

async function settle(deps: Deps, tx: Database, { transaction, attempt, report }: Reported) {
  const { state, bankStatus } = report;
  switch (state) {
    case "open":
      await repository.advance(tx, attempt.id, attempt.status, {
        bankStatus,
        ...(attempt.status === "processing" && { approval: approvalOf(attempt, report) }),
        updatedAt: deps.clock.now(),
      });
      return;
    case "processing": {
      const approval = report.isApprovalKnown === false ? "unknown" : "given";
      await keepAsking(deps, tx, attempt, { bankStatus, approval });
      return deps.lifecycle.tooLateToEnd(tx, transaction.id);
    }
    case "declined":
    case "cancelled": {
      // Only we can cancel what no payer saw.
      const isOurs = state === "cancelled" && attempt.status === "starting";
      const reason = isOurs ? "bank_unavailable" : state;
      return failAttempt(deps, tx, { transaction, attempt, reason, bankStatus });
    }
    case "succeeded": {
      const proven = proofOf(deps, { transaction, attempt, report });
      if (proven === "order") return succeed(deps, tx, attempt, report);
      if (proven !== "no_funds") {
        await alertOf(deps, tx, { attempt, kind: proven, ourStatus: "processing", report });
      }
      return keepAsking(deps, tx, attempt, { bankStatus, approval: "given" });
    }
  }
}

// Below, the caller holds the transaction's row lock.

async function keepAsking(
  { clock, lifecycle }: TransitionDeps,
  tx: Database,
  attempt: Attempt,
  said: Pick<Attempt, "bankStatus" | "approval">,
) {
  const now = clock.now();
  const isNew = attempt.status !== "processing";
  const moved = await repository.advance(tx, attempt.id, attempt.status, {
    ...said,
    status: "processing",
    approvalMessage: null,
    updatedAt: now,
    ...(isNew && { pollCount: 0, nextPollAt: nextPollAt(0, now) }),
  });
  if (moved) await lifecycle.awaitBank(tx, attempt.transactionId);
}

type Failure = {
  transaction: Transaction;
  attempt: Attempt;
  reason: NonNullable<Attempt["failureReason"]>;
  bankStatus?: string | null;
};

/** Payable again, unless it should end, was approved, restored or paid, or had its last attempt. */
export async function failAttempt(
  deps: TransitionDeps,
  tx: Database,
  { transaction, attempt, reason, bankStatus = null }: Failure,
): Promise<void> {
  const { lifecycle } = deps;
  const values = { status: "failed", failureReason: reason, bankStatus } as const;
  const closed = await close(deps, tx, attempt, values);
  if (!closed || (await lifecycle.succeedByTransfer(tx, transaction.id))) return;
  // Another attempt, which the restored backup lacks, may have been executed.
  if (transaction.restoredAt) return;
  if (transaction.endReason) {
    await lifecycle.fail(tx, transaction.id, transaction.endReason);
  } else if (
    transaction.status === "processing" ||
    (await repository.countForPayer(tx, transaction.id)) >= MAX_ATTEMPTS
  ) {
    await lifecycle.fail(tx, transaction.id, reason);
  } else {
    await lifecycle.backToOrder(tx, transaction.id, attempt.createdAt);
  }
}

/** `next` replaces it, and the payer's step stays. */
export async function replaceRefused(
  deps: TransitionDeps,
  tx: Database,
  attempt: Attempt,
  next: Attempt,
): Promise<void> {
  const closed = await close(deps, tx, attempt, {
    status: "failed",
    failureReason: "bank_unavailable",
    bankStatus: REFUSED_STATUS,
  });
  if (closed) await repository.insert(tx, next);
}

export async function succeed(
  deps: TransitionDeps,
  tx: Database,
  attempt: Attempt,
  { bankStatus }: Pick<Attempt, "bankStatus">,
): Promise<void> {
  const values = { status: "succeeded", failureReason: null, bankStatus } as const;
  if (!(await close(deps, tx, attempt, values))) return;
  await deps.lifecycle.beginProcessing(tx, attempt.transactionId);
  await deps.lifecycle.succeed(tx, attempt.transactionId);
}

/**
 * Money on the payee's account decides what the bank leaves open. The caller locks the transaction and has compared amount and
 * currency.
 */
export async function settleByMoney(
  deps: TransitionDeps,
  tx: Database,
  attempt: Attempt,
): Promise<void> {
  const { id, transactionId, bankStatus } = attempt;
  const values = { status: "succeeded", failureReason: null, bankStatus } as const;
  const closed = await close(deps, tx, attempt, values);
  if (!closed) throw new Error(`payment attempt ${id} is no longer ${attempt.status}`);
  await deps.lifecycle.tooLateToEnd(tx, transactionId);
  await deps.lifecycle.beginProcessing(tx, transactionId);
  const paid = await deps.lifecycle.succeed(tx, transactionId, "money");
  if (!paid) throw new Error(`transaction ${transactionId} could not be paid`);
}

/** Money came for an attempt that ended as unpaid. */
export async function reportLateMoney(
  deps: Pick<AttemptDeps, "clock" | "logger">,
  tx: Database,
  attempt: Attempt,
): Promise<void> {
  const report = { state: "succeeded", bankStatus: MONEY_STATUS } as const;
  await alertOf(deps, tx, { attempt, kind: "contradiction", ourStatus: attempt.status, report });
}

function close(
  { clock }: TransitionDeps,
  tx: Database,
  attempt: Attempt,
  values: Pick<Attempt, "failureReason" | "bankStatus"> & { status: Outcome },
) {
  const now = clock.now();
  const { settledNote } = attempt;
  const isOver = attempt.bankPaymentId === null;
  return repository.advance(tx, attempt.id, attempt.status, {
    ...values,
    ...(isOver && { sealedGrant: null }),
    approvalMessage: null,
    nextPollAt: isOver ? null : nextCheckAt({ ...values, finishedAt: now, settledNote }, now),
    updatedAt: now,
    finishedAt: now,
  });
}
