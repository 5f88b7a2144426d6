import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { afterCommit } from "#lib/platform/db/open-transaction.ts";
import { count } from "#lib/platform/metrics/record.ts";
import * as repository from "./repository.ts";
import { type EndReason, type FailureReason, sourcesOf } from "./status.ts";
import type { Transaction } from "./transaction.ts";

/** Writes the event and its deliveries in the same database transaction. */
export type RecordStatus = (tx: Database, transaction: Transaction) => Promise<void>;

/** Transfers booked while a bank holds an attempt. */
export type WaitingTransfers = {
  /** Lets one waiting transfer pay; `false` if there is none. */
  match(tx: Database, transactionId: string): Promise<boolean>;
  /** The transaction has finished without the remaining transfers. */
  close(tx: Database, transaction: Transaction): Promise<void>;
};

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** The only place that changes a transaction's status. `undefined` if its status does not allow it. */
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
    const finished = await repository.move(tx, id, sourcesOf(outcome.status), {
      ...outcome,
      updatedAt: now,
      finishedAt: now,
    });
    if (finished) {
      await transfers.close(tx, finished);
      await recordStatus(tx, finished);
      const { mode, status, failureReason } = finished;
      const labels = { mode, outcome: failureReason ?? status };
      afterCommit(() => count("bankside_transactions_finished_total", labels));
    }
    return finished;
  }

  const beginProcessing = (tx: Database, id: string, note: Partial<Transaction> = {}) =>
    repository.move(tx, id, sourcesOf("processing"), {
      ...note,
      status: "processing",
      updatedAt: clock.now(),
    });

  /** Records an event, because the outcome may take any time. */
  async function wait(tx: Database, id: string, note?: Partial<Transaction>) {
    const waiting = await beginProcessing(tx, id, note);
    if (waiting) await recordStatus(tx, waiting);
    return waiting;
  }

  const succeed = (tx: Database, id: string) =>
    finish(tx, id, { status: "succeeded", failureReason: null });

  return {
    find: (db: Database, id: string) => repository.findById(db, id),

    findByReference: (db: Database, reference: string) => repository.findByReference(db, reference),

    lock: (tx: Database, id: string) => repository.lock(tx, id),

    /** Resets the payer's step after an attempt, unless another device locked the order since `begunAt`. */
    backToOrder: (tx: Database, id: string, begunAt: Date) =>
      repository.clearPayerStep(tx, id, begunAt),

    /** Stores why a pending transaction ends once its bank cancels; the first reason stays. */
    askToEnd: (tx: Database, id: string, reason: EndReason) =>
      repository.setEndReason(tx, id, reason),

    /** The payer has approved, so the reason is dropped. */
    tooLateToEnd: (tx: Database, id: string) => repository.setEndReason(tx, id, null),

    /** Without an event: the outcome follows in the same database transaction. */
    beginProcessing: (tx: Database, id: string) => beginProcessing(tx, id),

    awaitBank: (tx: Database, id: string) => wait(tx, id),

    /** Allows the shopper to report the transfer shortly after expiry. */
    noteTransferShown: (db: Database, id: string) =>
      repository.noteTransferShown(db, id, clock.now()),

    /** A reported transfer no longer expires. */
    awaitTransfer: (tx: Database, id: string) => wait(tx, id, { transferReportedAt: clock.now() }),

    /** A restored backup may lack the attempt that a bank executes, or the transfer that came. */
    async awaitOperator(tx: Database, id: string): Promise<boolean> {
      const restoredAt = clock.now();
      if (await wait(tx, id, { restoredAt })) return true;
      return repository.noteRestored(tx, id, restoredAt);
    },

    succeed,

    /** Call when no bank holds an attempt any more. `false` if no transfer waits. */
    async succeedByTransfer(tx: Database, id: string): Promise<boolean> {
      if (!(await transfers.match(tx, id))) return false;
      await beginProcessing(tx, id);
      if (!(await succeed(tx, id))) throw new Error(`transaction ${id} could not be paid`);
      return true;
    },

    /** Call when no bank can execute a payment any more. */
    fail: (tx: Database, id: string, reason: FailureReason) =>
      finish(tx, id, { status: "failed", failureReason: reason }),
  };
}
