import type { PaymentReport } from "#lib/banks/connector.ts";
import {
  type BankFinding,
  hasOpenBankAlert,
  raiseBankAlert,
} from "#lib/payments/bank-alerts/alert.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { type Attempt, isOpen, isSilenceTooLong } from "./attempt.ts";
import { createMoves } from "./moves.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; logger: Logger; lifecycle: Lifecycle };

const ALERTS = {
  order_mismatch: {
    alert: "bank_order_mismatch",
    text: "the bank executed another order than ours; the transaction stays processing",
  },
  contradiction: {
    alert: "bank_contradiction",
    text: "the bank contradicts its own final answer",
  },
  no_final_word: {
    alert: "bank_no_final_word",
    text: "the bank has not said for long what became of a payment",
  },
} satisfies Partial<Record<BankFinding["kind"], { alert: string; text: string }>>;

/** Turns what a bank says about a payment into the state of the attempt and of its transaction, at once. */
export function createReportHandler({ db, clock, logger, lifecycle }: Deps) {
  const moves = createMoves({ clock, lifecycle });

  async function settle(
    tx: Database,
    transaction: Transaction,
    attempt: Attempt,
    report: PaymentReport,
  ) {
    switch (report.state) {
      case "open":
        return moves.keepWaiting(tx, attempt, report.bankStatus);
      case "processing":
        await moves.keepAsking(tx, attempt, report.bankStatus);
        return lifecycle.tooLateToEnd(tx, transaction.id);
      case "declined":
      case "cancelled": {
        // Nobody but us can have cancelled what no payer was sent to.
        const isOurs = report.state === "cancelled" && attempt.status === "starting";
        const reason = isOurs ? "bank_unavailable" : report.state;
        return moves.failAttempt(tx, transaction, attempt, reason, report.bankStatus);
      }
      case "succeeded":
        if (isSameOrder(transaction, attempt, report)) return moves.succeed(tx, attempt, report);
        await alert(tx, attempt, "order_mismatch", "processing", report);
        return moves.keepAsking(tx, attempt, report.bankStatus);
    }
  }

  async function alert(
    tx: Database,
    { id: attemptId, transactionId, bankPaymentId }: Attempt,
    kind: keyof typeof ALERTS,
    ourStatus: string,
    { bankStatus }: PaymentReport,
  ) {
    const found = { attemptId, transactionId, kind, ourStatus, bankStatus, bankPaymentId };
    if (await raiseBankAlert(tx, clock.now(), found)) {
      const { alert, text } = ALERTS[kind];
      logger.error({ alert, attemptId, transactionId, ourStatus, bankStatus }, text);
    }
  }

  /** Works on a try and its transaction while nobody else can change either. */
  function withLock(
    attemptId: string,
    work: (tx: Database, transaction: Transaction, attempt: Attempt) => Promise<void>,
  ): Promise<void> {
    return db.transaction(async (tx) => {
      const repository = createAttemptRepository(tx);
      const seen = await repository.find(attemptId);
      const transaction = seen && (await lifecycle.lock(tx, seen.transactionId));
      // What was seen before the lock may have changed while waiting for it.
      const attempt = transaction && (await repository.find(attemptId));
      if (attempt) await work(tx, transaction, attempt);
    });
  }

  return {
    /** Applies a bank's answer in one database transaction; a final attempt never changes. */
    apply: (attemptId: string, report: PaymentReport): Promise<void> =>
      withLock(attemptId, async (tx, transaction, attempt) => {
        if (isOpen(attempt)) return settle(tx, transaction, attempt, report);
        if (contradicts(attempt, report)) {
          await alert(tx, attempt, "contradiction", attempt.status, report);
        }
      }),

    /**
     * Notes that nobody knows whether the bank will execute: `bankStatus` is the one in which it would not cancel, `null` where
     * it could not be asked to.
     */
    applyUnknown: (attemptId: string, bankStatus: string | null): Promise<void> =>
      withLock(attemptId, async (tx, _transaction, attempt) => {
        if (isOpen(attempt)) await moves.keepAsking(tx, attempt, bankStatus);
      }),

    /** Puts a try before the operator whose bank has owed its final word for too long. */
    applySilence: (attemptId: string): Promise<void> =>
      withLock(attemptId, async (tx, transaction, attempt) => {
        const isOverdue = isSilenceTooLong(attempt, transaction, clock.now());
        // Whoever looks into another alert of it knows already.
        if (!isOverdue || (await hasOpenBankAlert(tx, transaction.id))) return;
        const bankStatus = attempt.bankStatus ?? "unknown";
        const report = { state: "processing", bankStatus } as const;
        await alert(tx, attempt, "no_final_word", attempt.status, report);
      }),

    /** Ends a try that no payer could approve, since no approval address was ever given out. */
    applyNeverOffered: (attemptId: string): Promise<void> =>
      withLock(attemptId, async (tx, transaction, attempt) => {
        if (attempt.status === "starting" && attempt.bankPaymentId === null) {
          await moves.failAttempt(tx, transaction, attempt, "bank_unavailable", null);
        }
      }),

    /** Ends a try whose bank has refused the order outright, and has no payment of it. */
    applyRefused: (attemptId: string): Promise<void> =>
      withLock(attemptId, async (tx, transaction, attempt) => {
        if (isOpen(attempt) && attempt.bankPaymentId === null) {
          await moves.failAttempt(tx, transaction, attempt, "bank_unavailable", null);
        }
      }),
  };
}

export type ReportHandler = ReturnType<typeof createReportHandler>;

// A bank that does not repeat the order proves nothing about it.
function isSameOrder(transaction: Transaction, attempt: Attempt, report: PaymentReport): boolean {
  const { order } = report;
  return (
    order !== undefined &&
    order.endToEndId === attempt.endToEndId &&
    [attempt, transaction].every(
      (ours) =>
        order.amount === ours.amount &&
        order.currency === ours.currency &&
        order.payeeIban === ours.payeeIban,
    )
  );
}

// A `processing` read may be older than the final answer it arrives after, so only what is final contradicts a success.
function contradicts({ status }: Attempt, { state }: PaymentReport): boolean {
  return status === "succeeded"
    ? state === "declined" || state === "cancelled"
    : state === "succeeded" || state === "processing";
}
