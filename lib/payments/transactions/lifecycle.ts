import { canMoveFunds, fundsOf, type SeenFunds } from "#lib/payments/model/funds.ts";
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
import { clearPayerStep } from "./checkout.sql.ts";
import { NO_FUNDS, storeFunds } from "./funds.sql.ts";
import { findDescription } from "./order-context.sql.ts";
import { NO_REFUNDS } from "./refunds.sql.ts";
import * as repository from "./repository.ts";
import type { KnownTransaction, Transaction } from "./transaction.ts";

/** Writes the event and its deliveries in the same database transaction. */
export type RecordStatus = (tx: Database, transaction: KnownTransaction) => Promise<void>;

/** Also writes the event of a success that waited for its money. */
export type RecordFunds = RecordStatus;

/** Transfers booked while a bank holds an attempt. */
export type WaitingTransfers = {
  /** `false` if there is none. */
  match(tx: Database, transactionId: string): Promise<boolean>;
  close(tx: Database, ids: string[], outcome: Outcome): Promise<void>;
};

type Ending = Pick<Transaction, "failureReason"> & { status: Outcome };

export type Lifecycle = ReturnType<typeof createLifecycle>;

type Deps = {
  clock: Clock;
  recordStatus: RecordStatus;
  recordFunds: RecordFunds;
  transfers: WaitingTransfers;
};

/** What a success rests on: the bank's word, or money that was seen. */
export type Proof = "word" | "money";

/** The only place that changes a status. `undefined` if it does not allow that. */
export function createLifecycle(deps: Deps) {
  const { clock } = deps;
  return {
    find: (db: Database, id: string) => repository.findById(db, id),

    findByReference: (db: Database, reference: string) => repository.findByReference(db, reference),

    descriptionOf: (db: Database, id: string) => findDescription(db, id),

    lock: (tx: Database, id: string) => repository.lock(tx, id),
    lockWithCheckout: (tx: Database, id: string) => repository.lockWithCheckout(tx, id),
    lockWithTransfer: (tx: Database, id: string) => repository.lockWithTransfer(tx, id),

    /** Skips those in use. */
    lockPayable: (tx: Database, ids: string[]) => repository.lockPayable(tx, ids),

    /** Unless another device locked the order since `begunAt`. */
    backToOrder: (tx: Database, id: string, begunAt: Date) => clearPayerStep(tx, id, begunAt),

    /** The first reason stays. */
    askToEnd: (tx: Database, id: string, reason: EndReason) =>
      repository.setEndReason(tx, id, reason),

    /** The payer has approved, so the reason is dropped. */
    tooLateToEnd: (tx: Database, id: string) => repository.setEndReason(tx, id, null),

    /** Without an event: the outcome follows in the same database transaction. */
    beginProcessing: (tx: Database, id: string) => beginProcessing(deps, tx, id),

    awaitBank: (tx: Database, id: string) => wait(deps, tx, id),

    /** Allows the shopper to report the transfer shortly after expiry. */
    noteTransferShown: (db: Database, id: string) =>
      repository.noteTransferShown(db, id, clock.now()),

    /** A reported transfer no longer expires. */
    async awaitTransfer(tx: Database, id: string): Promise<void> {
      if (await wait(deps, tx, id)) await repository.noteTransferReported(tx, id, clock.now());
    },

    /** A restored backup may lack the attempt or transfer that pays. */
    awaitOperator: (tx: Database, id: string) => awaitOperator(deps, tx, id),

    succeed: (tx: Database, id: string, proof: Proof = "word") => succeed(deps, tx, id, proof),

    /** The caller locks the transaction. `false` unless it succeeded and its money can move there. */
    moveFunds: (tx: Database, id: string, to: SeenFunds) => moveFunds(deps, tx, id, to),

    /** Once no bank holds an attempt. `false` if no transfer waits. */
    succeedByTransfer: (tx: Database, id: string) => succeedByTransfer(deps, tx, id),

    /** Call when no bank can execute a payment any more. */
    fail: (tx: Database, id: string, reason: FailureReason) =>
      finish(deps, tx, id, { status: "failed", failureReason: reason }),

    /** Of one account, mode and currency, or two calls could wait for each other's statistics. */
    failAll: (tx: Database, ids: string[], reason: FailureReason) =>
      finishAll(deps, tx, ids, { status: "failed", failureReason: reason }),
  };
}

async function finishAll(
  { clock, recordStatus, recordFunds, transfers }: Deps,
  tx: Database,
  ids: string[],
  outcome: Ending,
  proof: Proof = "word",
): Promise<Transaction[]> {
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
  for (const one of finished) {
    const isSeen = proof === "money";
    const funds = isSeen ? await storeFunds(tx, one.id, "received", now) : NO_FUNDS;
    const known = { ...one, ...funds, ...NO_REFUNDS };
    await recordStatus(tx, known);
    if (isSeen) await recordFunds(tx, known);
  }
  afterCommit(() => finished.forEach(countFinished));
  return finished;
}

async function finish(deps: Deps, tx: Database, id: string, outcome: Ending, proof?: Proof) {
  return (await finishAll(deps, tx, [id], outcome, proof)).at(0);
}

function succeed(deps: Deps, tx: Database, id: string, proof: Proof) {
  return finish(deps, tx, id, { status: "succeeded", failureReason: null }, proof);
}

async function moveFunds(
  { clock, recordFunds }: Deps,
  tx: Database,
  id: string,
  to: SeenFunds,
): Promise<boolean> {
  const transaction = await repository.findAlone(tx, id);
  if (transaction?.status !== "succeeded") return false;
  if (!canMoveFunds(fundsOf(transaction).funds, to)) return false;
  const funds = await storeFunds(tx, id, to, clock.now());
  await recordFunds(tx, { ...transaction, ...funds });
  return true;
}

async function beginProcessing(
  { clock }: Deps,
  tx: Database,
  id: string,
  note: Partial<Transaction> = {},
) {
  const values = { ...note, status: "processing", updatedAt: clock.now() } as const;
  return (await repository.move(tx, [id], sourcesOf("processing"), values)).at(0);
}

/** Records an event, because the outcome may take any time. */
async function wait(deps: Deps, tx: Database, id: string, note?: Partial<Transaction>) {
  const waiting = await beginProcessing(deps, tx, id, note);
  if (waiting) await deps.recordStatus(tx, { ...waiting, ...NO_FUNDS, ...NO_REFUNDS });
  return waiting;
}

async function awaitOperator(deps: Deps, tx: Database, id: string): Promise<boolean> {
  const restoredAt = deps.clock.now();
  if (await wait(deps, tx, id, { restoredAt })) return true;
  return repository.noteRestored(tx, id, restoredAt);
}

async function succeedByTransfer(deps: Deps, tx: Database, id: string): Promise<boolean> {
  if (!(await deps.transfers.match(tx, id))) return false;
  await beginProcessing(deps, tx, id);
  if (!(await succeed(deps, tx, id, "money")))
    throw new Error(`transaction ${id} could not be paid`);
  return true;
}

function countFinished({ mode, status, failureReason }: Transaction): void {
  count("bankside_transactions_finished_total", { mode, outcome: failureReason ?? status });
}
