import { type Attempt, isOpen } from "#lib/payments/attempts/attempt.ts";
import { isFinal } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { pay, type ReceiverDeps } from "./receiver.ts";
import { recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import type { ReceivedTransfer } from "./transfer.ts";

/**
 * A wrong amount pays, once no bank holds another attempt (`being_paid`). Of a payment that succeeded at its bank's word, it is the
 * money.
 * @throws AppError `not_found` unless it is an unresolved wrong amount, `transaction_final`
 */
export async function accept(
  deps: ReceiverDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock, attempts } = deps;
  const transfer = await db.transaction(async (tx) => {
    const transaction = await lockOf(deps, tx, accountId, id);
    const attempt = await attemptOf(deps, tx, accountId, id);
    if (isFinal(transaction.status) && !(await isAwaited(tx, transaction, attempt))) {
      throw new AppError("transaction_final");
    }
    const isOwn = attempt !== undefined && isOpen(attempt);
    const isHeld = !isOwn && (await attempts.isOpen(tx, transaction.id));
    const accepted = await repository.move(
      tx,
      { accountId, id, from: ["wrong_amount", "awaiting_rest"] },
      { status: isHeld ? "being_paid" : "paid" },
    );
    if (!accepted) throw new AppError("not_found");
    const { amount, currency } = accepted;
    const action = "transfer.accepted";
    const details = { amount, currency };
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
    if (!isHeld) await pay(deps, tx, transaction, attempt);
    return accepted;
  });
  return (await recheck(deps, transfer)).status;
}

async function attemptOf({ attempts }: ReceiverDeps, tx: Database, accountId: string, id: string) {
  const transfer = await repository.find(tx, accountId, id);
  return transfer?.attemptId ? attempts.find(tx, transfer.attemptId) : undefined;
}

async function lockOf({ lifecycle }: ReceiverDeps, tx: Database, accountId: string, id: string) {
  const transfer = await repository.find(tx, accountId, id);
  const transaction = transfer?.transactionId
    ? await lifecycle.lock(tx, transfer.transactionId)
    : undefined;
  if (!transaction) throw new AppError("not_found");
  return transaction;
}

/** A bank executed it, and its money was not counted yet. */
async function isAwaited(
  tx: Database,
  { id }: Transaction,
  attempt: Attempt | undefined,
): Promise<boolean> {
  if (attempt?.status !== "succeeded") return false;
  return (await repository.listOf(tx, id)).every(({ status }) => status !== "paid");
}
