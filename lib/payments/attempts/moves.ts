import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  type Authorisation,
  MAX_AUTHORISATIONS,
  nextCheckAt,
  nextPollAt,
  REFUSED_STATUS,
} from "./authorisation.ts";
import { createAuthorisationRepository } from "./repository.ts";

/**
 * Changes an open try and its transaction together. Each verb runs in a database transaction that holds the transaction's
 * row, with the try as read under that lock.
 */
export function createMoves({ clock, lifecycle }: { clock: Clock; lifecycle: Lifecycle }) {
  const close = (
    tx: Database,
    authorisation: Authorisation,
    values: Pick<Authorisation, "failureReason" | "bankStatus"> & {
      status: "failed" | "succeeded";
    },
  ) => {
    const now = clock.now();
    // Nobody could approve what the bank has no payment of. About all else it is asked again, with what the payer granted.
    const isOver = authorisation.bankPaymentId === null;
    return createAuthorisationRepository(tx).advance(authorisation.id, authorisation.status, {
      ...values,
      ...(isOver && { sealedGrant: null }),
      nextPollAt: isOver ? null : nextCheckAt({ ...values, finishedAt: now }, now),
      updatedAt: now,
      finishedAt: now,
    });
  };

  const isLastTry = async (tx: Database, transactionId: string) =>
    (await createAuthorisationRepository(tx).count(transactionId)) >= MAX_AUTHORISATIONS;

  return {
    /** The bank still waits for the payer. */
    async keepWaiting(tx: Database, authorisation: Authorisation, bankStatus: string) {
      await createAuthorisationRepository(tx).advance(authorisation.id, authorisation.status, {
        bankStatus,
        updatedAt: clock.now(),
      });
    },

    /** The bank has the payer's approval, or its word is not known: the transaction is `processing` until it is final. */
    async keepAsking(tx: Database, authorisation: Authorisation, bankStatus: string | null) {
      const now = clock.now();
      const isNew = authorisation.status !== "processing";
      const moved = await createAuthorisationRepository(tx).advance(
        authorisation.id,
        authorisation.status,
        {
          status: "processing",
          bankStatus,
          updatedAt: now,
          // The answer is near now, however long the payer took.
          ...(isNew && { pollCount: 0, nextPollAt: nextPollAt(0, now) }),
        },
      );
      if (moved) await lifecycle.awaitBank(tx, authorisation.transactionId);
    },

    /**
     * A try ended unpaid. The transaction stays payable, unless it is to end, the bank had the approval, tries are up, or
     * a transfer has paid it meanwhile.
     */
    async failTry(
      tx: Database,
      transaction: Transaction,
      authorisation: Authorisation,
      reason: NonNullable<Authorisation["failureReason"]>,
      bankStatus: string | null,
    ) {
      const closed = await close(tx, authorisation, {
        status: "failed",
        failureReason: reason,
        bankStatus,
      });
      if (!closed || (await lifecycle.succeedByTransfer(tx, transaction.id))) return;
      if (transaction.endReason) {
        await lifecycle.fail(tx, transaction.id, transaction.endReason);
      } else if (transaction.status === "processing" || (await isLastTry(tx, transaction.id))) {
        await lifecycle.fail(tx, transaction.id, reason);
      } else {
        await lifecycle.backToOrder(tx, transaction.id, authorisation.createdAt);
      }
    },

    /** The bank refused a try for the account it told: `next` takes its place, and the payer stays where they are. */
    async replaceRefused(tx: Database, authorisation: Authorisation, next: Authorisation) {
      const closed = await close(tx, authorisation, {
        status: "failed",
        failureReason: "bank_unavailable",
        bankStatus: REFUSED_STATUS,
      });
      if (closed) await createAuthorisationRepository(tx).insert(next);
    },

    /** The bank has executed the payment. */
    async succeed(tx: Database, authorisation: Authorisation, { bankStatus }: PaymentReport) {
      const closed = await close(tx, authorisation, {
        status: "succeeded",
        failureReason: null,
        bankStatus,
      });
      if (!closed) return;
      await lifecycle.beginProcessing(tx, authorisation.transactionId);
      await lifecycle.succeed(tx, authorisation.transactionId);
    },
  };
}
