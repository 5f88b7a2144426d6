import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Attempt, MAX_ATTEMPTS, nextCheckAt, nextPollAt, REFUSED_STATUS } from "./attempt.ts";
import { createAttemptRepository } from "./repository.ts";

/**
 * Changes an open try and its transaction together. Each verb runs in a database transaction that holds the transaction's
 * row, with the try as read under that lock.
 */
export function createMoves({ clock, lifecycle }: { clock: Clock; lifecycle: Lifecycle }) {
  const close = (
    tx: Database,
    attempt: Attempt,
    values: Pick<Attempt, "failureReason" | "bankStatus"> & {
      status: "failed" | "succeeded";
    },
  ) => {
    const now = clock.now();
    // Nobody could approve what the bank has no payment of. About all else it is asked again, with what the payer granted.
    const isOver = attempt.bankPaymentId === null;
    return createAttemptRepository(tx).advance(attempt.id, attempt.status, {
      ...values,
      ...(isOver && { sealedGrant: null }),
      nextPollAt: isOver ? null : nextCheckAt({ ...values, finishedAt: now }, now),
      updatedAt: now,
      finishedAt: now,
    });
  };

  const isLastAttempt = async (tx: Database, transactionId: string) =>
    (await createAttemptRepository(tx).count(transactionId)) >= MAX_ATTEMPTS;

  return {
    /** The bank still waits for the payer. */
    async keepWaiting(tx: Database, attempt: Attempt, bankStatus: string) {
      await createAttemptRepository(tx).advance(attempt.id, attempt.status, {
        bankStatus,
        updatedAt: clock.now(),
      });
    },

    /** The bank has the payer's approval, or its word is not known: the transaction is `processing` until it is final. */
    async keepAsking(tx: Database, attempt: Attempt, bankStatus: string | null) {
      const now = clock.now();
      const isNew = attempt.status !== "processing";
      const moved = await createAttemptRepository(tx).advance(attempt.id, attempt.status, {
        status: "processing",
        bankStatus,
        updatedAt: now,
        // The answer is near now, however long the payer took.
        ...(isNew && { pollCount: 0, nextPollAt: nextPollAt(0, now) }),
      });
      if (moved) await lifecycle.awaitBank(tx, attempt.transactionId);
    },

    /**
     * A try ended unpaid. The transaction stays payable, unless it is to end, the bank had the approval, tries are up, or
     * a transfer has paid it meanwhile.
     */
    async failAttempt(
      tx: Database,
      transaction: Transaction,
      attempt: Attempt,
      reason: NonNullable<Attempt["failureReason"]>,
      bankStatus: string | null,
    ) {
      const closed = await close(tx, attempt, {
        status: "failed",
        failureReason: reason,
        bankStatus,
      });
      if (!closed || (await lifecycle.succeedByTransfer(tx, transaction.id))) return;
      if (transaction.endReason) {
        await lifecycle.fail(tx, transaction.id, transaction.endReason);
      } else if (transaction.status === "processing" || (await isLastAttempt(tx, transaction.id))) {
        await lifecycle.fail(tx, transaction.id, reason);
      } else {
        await lifecycle.backToOrder(tx, transaction.id, attempt.createdAt);
      }
    },

    /** The bank refused a try for the account it told: `next` takes its place, and the payer stays where they are. */
    async replaceRefused(tx: Database, attempt: Attempt, next: Attempt) {
      const closed = await close(tx, attempt, {
        status: "failed",
        failureReason: "bank_unavailable",
        bankStatus: REFUSED_STATUS,
      });
      if (closed) await createAttemptRepository(tx).insert(next);
    },

    /** The bank has executed the payment. */
    async succeed(tx: Database, attempt: Attempt, { bankStatus }: PaymentReport) {
      const closed = await close(tx, attempt, {
        status: "succeeded",
        failureReason: null,
        bankStatus,
      });
      if (!closed) return;
      await lifecycle.beginProcessing(tx, attempt.transactionId);
      await lifecycle.succeed(tx, attempt.transactionId);
    },
  };
}
