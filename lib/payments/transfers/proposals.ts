import { isFinal } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { lockAmount } from "./amount-lock.ts";
import { pay, type ReceiverDeps } from "./receiver.ts";
import { recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import { completes } from "./rest.ts";
import { findLikely } from "./suggestions.ts";
import type { ReceivedTransfer, TransferStatus } from "./transfer.ts";

const COUNTED: TransferStatus[] = ["wrong_amount", "awaiting_rest"];

/**
 * Too little came: a later transfer that completes the amount pays. At once, if what is under review completes it.
 * @throws AppError `not_found`, `transaction_final`, `outcome_not_possible` unless it is less than the amount
 */
export async function waitForRest(
  deps: ReceiverDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock } = deps;
  const known = await repository.find(db, accountId, id);
  const waiting = await db.transaction(async (tx) => {
    const transaction = await lockUnfinished(deps, tx, accountId, known?.transactionId ?? "");
    const transfers = await repository.listOf(tx, transaction.id);
    const transfer = transfers.find((each) => each.id === id);
    if (!transfer) throw new AppError("not_found");
    if (!isLess(transfer, transaction)) throw new AppError("outcome_not_possible");
    const others = completes(transaction, transfers, transfer, COUNTED);
    const status = others ? await payingStatus(deps, tx, transaction) : "awaiting_rest";
    const moved = await move(tx, transfer, "wrong_amount", { status });
    const [action, details] = ["transfer.awaiting_rest", { status }] as const;
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
    if (others) await repository.markParts(tx, others);
    if (status === "paid") await pay(deps, tx, transaction, undefined);
    return moved;
  });
  return (await recheck(deps, waiting)).status;
}

/**
 * Money without the reference of a payment becomes that payment's, of the same amount.
 * @throws AppError `not_found`, `transaction_final`, `outcome_not_possible` unless amount and currency are equal,
 * `transfer_counted` if it probably is the money of another payment
 */
export async function assign(
  deps: ReceiverDeps,
  accountId: string,
  { id, transactionId }: { id: string; transactionId: string },
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock } = deps;
  const assigned = await db.transaction(async (tx) => {
    const transaction = await lockUnfinished(deps, tx, accountId, transactionId);
    const transfer = await repository.find(tx, accountId, id);
    if (transfer?.mode !== transaction.mode) throw new AppError("not_found");
    if (!isEqual(transfer, transaction)) throw new AppError("outcome_not_possible");
    // A file, or another member, may give the same money from another source to another payment.
    await lockAmount(tx, transfer);
    if ((await findLikely(tx, [id])).size > 0) throw new AppError("transfer_counted");
    const attempt = await namedAttempt(deps, tx, transaction, transfer);
    const status = attempt ? "paid" : await payingStatus(deps, tx, transaction);
    const values = { transactionId, attemptId: attempt?.id ?? null, status };
    const moved = await move(tx, transfer, "unknown_reference", values);
    const [action, details] = ["transfer.assigned", { transfer: id }] as const;
    const target = transactionId;
    await recordAudit(tx, clock.now(), { accountId, actor, action, target, details });
    if (status === "paid") await pay(deps, tx, transaction, attempt);
    return moved;
  });
  return (await recheck(deps, assigned)).status;
}

async function lockUnfinished(
  { lifecycle }: ReceiverDeps,
  tx: Database,
  accountId: string,
  id: string,
): Promise<Transaction> {
  const transaction = await lifecycle.lock(tx, id);
  if (transaction?.accountId !== accountId) throw new AppError("not_found");
  if (isFinal(transaction.status)) throw new AppError("transaction_final");
  return transaction;
}

async function payingStatus(
  { attempts }: ReceiverDeps,
  tx: Database,
  { id }: Transaction,
): Promise<"being_paid" | "paid"> {
  return (await attempts.isOpen(tx, id)) ? "being_paid" : "paid";
}

/** @throws AppError `not_found` if it is no longer unresolved and `from` */
async function move(
  tx: Database,
  { accountId, id }: ReceivedTransfer,
  from: TransferStatus,
  values: Partial<ReceivedTransfer>,
): Promise<ReceivedTransfer> {
  const moved = await repository.move(tx, { accountId, id, from: [from] }, values);
  if (!moved) throw new AppError("not_found");
  return moved;
}

function isLess(transfer: ReceivedTransfer, { amount, currency }: Transaction): boolean {
  return transfer.currency === currency && transfer.amount < amount;
}

function isEqual(transfer: ReceivedTransfer, { amount, currency }: Transaction): boolean {
  return transfer.currency === currency && transfer.amount === amount;
}

/** The open attempt, if a part of its end-to-end id came with the money. */
async function namedAttempt(
  { attempts }: ReceiverDeps,
  tx: Database,
  { id }: Transaction,
  { reference }: ReceivedTransfer,
) {
  if (reference === null) return undefined;
  const attempt = await attempts.findOpen(tx, id);
  return attempt?.endToEndId.startsWith(reference.toUpperCase()) ? attempt : undefined;
}
