import { isFinal } from "#lib/payments/model/status.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { payByTransfer, type ReceiverDeps } from "./receiver.ts";
import { recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import type { ReceivedTransfer } from "./transfer.ts";

/**
 * A wrong amount pays, once no bank holds an attempt (`being_paid`).
 * @throws AppError `not_found` unless it is an unresolved wrong amount, `transaction_final`
 */
export async function accept(
  deps: ReceiverDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock, lifecycle, attempts } = deps;
  const transfer = await db.transaction(async (tx) => {
    const transaction = await lockOf(deps, tx, accountId, id);
    if (isFinal(transaction.status)) throw new AppError("transaction_final");
    const isHeld = await attempts.isOpen(tx, transaction.id);
    const accepted = await repository.accept(tx, accountId, id, isHeld ? "being_paid" : "paid");
    if (!accepted) throw new AppError("not_found");
    const { amount, currency } = accepted;
    const action = "transfer.accepted";
    const details = { amount, currency };
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
    if (!isHeld) await payByTransfer(lifecycle, tx, transaction.id);
    return accepted;
  });
  return (await recheck(deps, transfer)).status;
}

async function lockOf({ lifecycle }: ReceiverDeps, tx: Database, accountId: string, id: string) {
  const transfer = await repository.find(tx, accountId, id);
  const transaction = transfer?.transactionId
    ? await lifecycle.lock(tx, transfer.transactionId)
    : undefined;
  if (!transaction) throw new AppError("not_found");
  return transaction;
}
