import {
  type EndReason,
  type FailureReason,
  type Outcome,
  sourcesOf,
} from "#lib/payments/model/status.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { afterCommit } from "#lib/platform/db/open-transaction.ts";
import { count } from "#lib/platform/telemetry/metrics/record.ts";
import * as repository from "./repository.ts";
import type { Transaction } from "./transaction.ts";

/** Writes the event and its deliveries in the same database transaction. */
export type RecordStatus = (tx: Database, transaction: Transaction) => Promise<void>;

/** Transfers booked while a bank holds an attempt. */
export type WaitingTransfers = {
  /** Lets one waiting transfer pay; `false` if there is none. */
  match(tx: Database, transactionId: string): Promise<boolean>;
  /** The transactions have finished without the remaining transfers. */
  close(tx: Database, ids: string[], outcome: Outcome): Promise<void>;
};

type Ending = Pick<Transaction, "failureReason"> & { status: Outcome };

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
  async function finishAll(tx: Database, ids: string[], outcome: Ending): Promise<Transaction[]> {
    if (ids.length === 0) return [];
    const now = clock.now();
    const values = { ...outcome, updatedAt: now, finishedAt: now };
    const finished = await repository.move(tx, ids, sourcesOf(outcome.status), values);
    if (finished.length === 0) return finished;
    await transfers.close(
      tx,
      finished.map(({ id }) => id),
      outcome.status,
    );
    for (const one of finished) await recordStatus(tx, one);
    afterCommit(() => finished.forEach(countFinished));
    return finished;
  }

  const finish = async (tx: Database, id: string, outcome: Ending) =>
    (await finishAll(tx, [id], outcome)).at(0);

  const beginProcessing = async (tx: Database, id: string, note: Partial<Transaction> = {}) => {
    const values = { ...note, status: "processing", updatedAt: clock.now() } as const;
    return (await repository.move(tx, [id], sourcesOf("processing"), values)).at(0);
  };

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

    /** Of the given, the ids of those that are pending and not to end for another reason. Skips those in use. */
    lockPayable: (tx: Database, ids: string[]) => repository.lockPayable(tx, ids),

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

    /** Like `fail`. Of one account, mode and currency, or two calls could wait for each other's statistics. */
    failAll: (tx: Database, ids: string[], reason: FailureReason) =>
      finishAll(tx, ids, { status: "failed", failureReason: reason }),
  };
}

function countFinished({ mode, status, failureReason }: Transaction): void {
  count("bankside_transactions_finished_total", { mode, outcome: failureReason ?? status });
}
