import {
  type RefundFailure,
  type RefundStatus,
  refundSourcesOf,
} from "#lib/payments/model/refund.ts";
import { type Actor, type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { type PayerAccount, refundContext, sealAccount } from "./account.ts";
import { reopenTransfer } from "./money.sql.ts";
import { notPossible } from "./not-possible.ts";
import type { Refund, RefundDeps, RefundOwner } from "./refund.ts";
import * as repository from "./repository.ts";

/** `mode` of an API key; members see both. `seenAt`: the change that a member knows, whose page may be old. */
export type RefundKey = Pick<RefundOwner, "accountId"> & {
  id: string;
  mode?: RefundOwner["mode"] | undefined;
  seenAt?: Date | undefined;
};

/** @throws AppError `not_found` */
export async function findOwn(db: Database, { accountId, id, mode }: RefundKey): Promise<Refund> {
  const refund = await repository.find(db, id);
  const isOwn = refund?.accountId === accountId && (mode ?? refund.mode) === refund.mode;
  if (!isOwn) throw new AppError("not_found");
  return refund;
}

type Move = {
  to: RefundStatus;
  action: AuditAction;
  from?: RefundStatus[];
  values?: Partial<Refund>;
  /** Of the locked refund. */
  isWanted?: (known: Refund) => boolean;
};

const isDone = (
  known: Refund,
  to: RefundStatus,
  { failureReason = null, fileId }: Partial<Refund>,
) =>
  known.status === to &&
  known.failureReason === failureReason &&
  (fileId === undefined || known.fileId === fileId);

/** Another file may have taken what was not sent with the first. */
const isOld = (known: Refund, { seenAt }: RefundKey, { isWanted }: Pick<Move, "isWanted">) =>
  isWanted?.(known) === false ||
  (seenAt !== undefined && seenAt.getTime() !== known.updatedAt.getTime());

/** Under the transaction's lock. Idempotent. */
function change(
  deps: RefundDeps,
  key: RefundKey,
  actor: Actor,
  { to, action, from = refundSourcesOf(to), values = {}, ...wanted }: Move,
): Promise<Refund> {
  const { db, clock, lifecycle, recordRefund } = deps;
  return db.transaction(async (tx) => {
    const { transactionId, accountId } = await findOwn(tx, key);
    await lifecycle.lock(tx, transactionId);
    const known = await findOwn(tx, key);
    if (isDone(known, to, values)) return known;
    if (isOld(known, key, wanted)) throw notPossible("status");
    const now = clock.now();
    const moved = await repository.move(tx, key.id, from, {
      ...values,
      status: to,
      updatedAt: now,
      ...(isEnd(to) && { finishedAt: now }),
    });
    if (!moved) throw notPossible("status");
    if (to === "failed" || to === "cancelled") await reopenTransfer(tx, moved);
    await recordAudit(tx, now, { accountId, actor, action, target: key.id });
    if (to === "succeeded" || to === "failed") await recordRefund(tx, to, moved);
    return to === "ready" ? cancelIfReturned(deps, tx, moved) : moved;
  });
}

const isEnd = (to: RefundStatus) => to === "succeeded" || to === "failed" || to === "cancelled";

/** @throws AppError `not_found`, `refund_not_possible` once it is being sent */
export const cancelRefund = (deps: RefundDeps, key: RefundKey, actor: Actor) =>
  change(deps, key, actor, { to: "cancelled", action: "refund.cancelled" });

/** A member got it from the payer. */
export const enterAccount = (
  deps: RefundDeps,
  key: RefundKey,
  account: PayerAccount,
  actor: Actor,
) =>
  change(deps, key, actor, {
    to: "ready",
    from: ["awaiting_account"],
    action: "refund.account_entered",
    values: { sealedAccount: sealAccount(deps.seal, account, refundContext(key.id)) },
  });

/**
 * The payer entered it, by a link that `consume` uses up in the same database transaction.
 * @throws AppError `link_not_valid`
 */
export function takeAccount(
  { db, clock, seal, lifecycle }: RefundDeps,
  key: RefundKey,
  account: PayerAccount,
  consume: (tx: Database) => Promise<boolean>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { transactionId, accountId } = await findOwn(tx, key);
    await lifecycle.lock(tx, transactionId);
    if (!(await consume(tx))) throw new AppError("link_not_valid");
    const now = clock.now();
    const moved = await repository.move(tx, key.id, ["awaiting_account"], {
      status: "ready",
      sealedAccount: sealAccount(seal, account, refundContext(key.id)),
      updatedAt: now,
    });
    if (!moved) throw new AppError("link_not_valid");
    const action = "refund.account_given";
    await recordAudit(tx, now, { accountId, actor: "system", action, target: key.id });
  });
}

/** By hand, so that it gets into no file. Refused if it is in one. */
export const markSent = (deps: RefundDeps, key: RefundKey, actor: Actor) =>
  change(deps, key, actor, { to: "processing", action: "refund.sent", values: { fileId: null } });

export const markSucceeded = (deps: RefundDeps, key: RefundKey, actor: Actor) =>
  change(deps, key, actor, { to: "succeeded", action: "refund.succeeded" });

export const markFailed = (
  deps: RefundDeps,
  key: RefundKey,
  failureReason: RefundFailure,
  actor: Actor,
) => change(deps, key, actor, { to: "failed", action: "refund.failed", values: { failureReason } });

/** By the merchant's bank, which got it in this file. */
export const markRefused = (deps: RefundDeps, key: RefundKey, fileId: string, actor: Actor) =>
  change(deps, key, actor, {
    to: "failed",
    action: "refund.failed",
    values: { failureReason: "refused" },
    isWanted: (known) => known.fileId === fileId,
  });

/** It was not sent after all, and may get into another file. */
export const release = (deps: RefundDeps, key: RefundKey, actor: Actor) =>
  change(deps, key, actor, {
    to: "ready",
    from: ["processing"],
    action: "refund.released",
    values: { fileId: null },
  });

/** The money came back after the end: the status stays. Idempotent. `report`: the first time, in the same database transaction. */
export function markReturned(
  deps: RefundDeps,
  key: RefundKey,
  actor: Actor,
  report?: (tx: Database) => Promise<void>,
): Promise<Refund> {
  const { db, clock, lifecycle, recordRefund } = deps;
  return db.transaction(async (tx) => {
    const { transactionId, accountId } = await findOwn(tx, key);
    await lifecycle.lock(tx, transactionId);
    const now = clock.now();
    const returned = await repository.noteReturned(tx, key.id, now);
    if (!returned) {
      const known = await findOwn(tx, key);
      if (known.returnedAt !== null) return known;
      throw notPossible("status");
    }
    const action = "refund.returned";
    await recordAudit(tx, now, { accountId, actor, action, target: key.id });
    await recordRefund(tx, "returned", returned);
    await report?.(tx);
    return returned;
  });
}

/**
 * The payment's money went back, so what has not been sent must not be. The caller locks the transaction.
 */
export async function cancelUnsent(
  { clock }: Pick<RefundDeps, "clock">,
  tx: Database,
  transactionId: string,
): Promise<void> {
  const now = clock.now();
  for (const refund of await repository.listOf(tx, transactionId)) {
    if (refund.transferId !== null) continue;
    const values = { status: "cancelled", updatedAt: now, finishedAt: now } as const;
    const cancelled = await repository.move(tx, refund.id, refundSourcesOf("cancelled"), values);
    if (!cancelled) continue;
    const { accountId, id } = refund;
    const action = "refund.cancelled";
    await recordAudit(tx, now, { accountId, actor: "system", action, target: id });
  }
}

/** A refund that was not sent after all is not to be sent any more. */
async function cancelIfReturned(deps: RefundDeps, tx: Database, refund: Refund): Promise<Refund> {
  const transaction = await deps.lifecycle.find(tx, refund.transactionId);
  if (transaction?.seenFunds !== "returned") return refund;
  await cancelUnsent(deps, tx, refund.transactionId);
  return findOwn(tx, refund);
}
