import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { createTransactionRepository } from "./repository.ts";
import { type EndReason, type FailureReason, sourcesOf } from "./status.ts";
import type { Transaction } from "./transaction.ts";

/** Writes the event and the deliveries of a transaction's status in the same database transaction. */
export type RecordStatus = (tx: Database, transaction: Transaction) => Promise<void>;

/** Money of credit transfers that is booked while a bank still holds a try. All verbs run in the caller's database transaction. */
export type WaitingTransfers = {
  /** Takes the money of one transfer for the transaction's; false where none waits. */
  match(tx: Database, transactionId: string): Promise<boolean>;
  /** Says of what else waits that the transaction has its outcome without it. */
  close(tx: Database, transaction: Transaction): Promise<void>;
};

export type Lifecycle = ReturnType<typeof createLifecycle>;

/**
 * The only place a transaction changes its status. Each verb runs in the caller's open database transaction, is a
 * conditional update, and answers `undefined` when the transaction was not in a status that allows it.
 */
export function createLifecycle({
  clock,
  recordStatus,
  transfers,
}: {
  clock: Clock;
  recordStatus: RecordStatus;
  transfers: WaitingTransfers;
}) {
  async function finish(
    tx: Database,
    id: string,
    outcome: Pick<Transaction, "status" | "failureReason">,
  ) {
    const now = clock.now();
    const finished = await createTransactionRepository(tx).move(id, sourcesOf(outcome.status), {
      ...outcome,
      updatedAt: now,
      finishedAt: now,
    });
    if (finished) {
      await transfers.close(tx, finished);
      await recordStatus(tx, finished);
    }
    return finished;
  }

  const beginProcessing = (tx: Database, id: string, note: Partial<Transaction> = {}) =>
    createTransactionRepository(tx).move(id, sourcesOf("processing"), {
      ...note,
      status: "processing",
      updatedAt: clock.now(),
    });

  /** Nobody knows when the outcome comes, so that the wait for it has an event. */
  async function wait(tx: Database, id: string, note?: Partial<Transaction>) {
    const waiting = await beginProcessing(tx, id, note);
    if (waiting) await recordStatus(tx, waiting);
    return waiting;
  }

  const succeed = (tx: Database, id: string) =>
    finish(tx, id, { status: "succeeded", failureReason: null });

  return {
    find: (db: Database, id: string) => createTransactionRepository(db).findById(id),

    findByReference: (db: Database, reference: string) =>
      createTransactionRepository(db).findByReference(reference),

    /** Reads a transaction and keeps it as it is until the database transaction ends. */
    lock: (tx: Database, id: string) => createTransactionRepository(tx).lock(id),

    /**
     * A try that began at `begunAt` ended: its payer stands before the order again. Whoever has taken the order over since
     * then is where they were.
     */
    backToOrder: (tx: Database, id: string, begunAt: Date) =>
      createTransactionRepository(tx).clearPayerStep(id, begunAt),

    /** Notes that a pending transaction is to end once its bank lets go of it; the first reason stays. */
    askToEnd: (tx: Database, id: string, reason: EndReason) =>
      createTransactionRepository(tx).setEndReason(id, reason),

    /** The bank has the payer's approval: whoever wanted to end the transaction came too late. */
    tooLateToEnd: (tx: Database, id: string) =>
      createTransactionRepository(tx).setEndReason(id, null),

    /** The bank executes the payment in the same database transaction. */
    beginProcessing: (tx: Database, id: string) => beginProcessing(tx, id),

    /** The bank has the payer's approval, or its word is not known. */
    awaitBank: (tx: Database, id: string) => wait(tx, id),

    /** A page shows the details of the transfer, so the shopper may report it a little after the time to pay. */
    noteTransferShown: (db: Database, id: string) =>
      createTransactionRepository(db).noteTransferShown(id, clock.now()),

    /** The payer says that a transfer is on its way, so that the clock ends the transaction no more. */
    awaitTransfer: (tx: Database, id: string) => wait(tx, id, { transferReportedAt: clock.now() }),

    /** The bank has executed the payment. */
    succeed,

    /** No bank holds the transaction any more: money of a transfer that waits for that pays it. False where none does. */
    async succeedByTransfer(tx: Database, id: string): Promise<boolean> {
      if (!(await transfers.match(tx, id))) return false;
      await beginProcessing(tx, id);
      if (!(await succeed(tx, id))) throw new Error(`transaction ${id} could not be paid`);
      return true;
    },

    /** Nothing was paid, and no bank can pay it any more. */
    fail: (tx: Database, id: string, reason: FailureReason) =>
      finish(tx, id, { status: "failed", failureReason: reason }),
  };
}
