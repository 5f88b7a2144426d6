import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { recordAudit } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { type PayerAccount, refundContext, sealAccount } from "./account.ts";
import { keepKey, recall } from "./idempotency.ts";
import { moneyLeft } from "./money.ts";
import { notPossible } from "./not-possible.ts";
import { findAccount } from "./payer-account.ts";
import type { Refund, RefundDeps, RefundRequest } from "./refund.ts";
import * as repository from "./repository.ts";

export type CreatedRefund = { refund: Refund; isNew: boolean };

/**
 * The same `externalId` or Idempotency-Key gives the same refund.
 * @throws AppError `not_found`, `refund_not_possible`, `refund_exceeds_payment`, `idempotency_key_reused`
 */
export function createRefund(deps: RefundDeps, request: RefundRequest): Promise<CreatedRefund> {
  return deps.db.transaction(async (tx) => {
    const transaction = await lockOwn(deps, tx, request);
    const known = await recall(deps, tx, transaction, request);
    if (known) return { refund: known, isNew: false };
    const refund = await draft(deps, tx, transaction, request);
    // With the lock of another transaction, another refund may take the externalId.
    if (!(await repository.insert(tx, refund))) throw notPossible("external_id_in_use");
    await keepKey(deps, tx, refund, request);
    const { id, accountId, transactionId, amount, currency } = refund;
    await recordAudit(tx, refund.createdAt, {
      accountId,
      actor: request.actor,
      action: "refund.created",
      target: id,
      details: { transactionId, amount, currency },
    });
    if (refund.status === "awaiting_account") {
      await deps.recordRefund(tx, "awaiting_account", refund);
    }
    return { refund, isNew: true };
  });
}

async function lockOwn(
  { lifecycle }: RefundDeps,
  tx: Database,
  { accountId, mode, input }: RefundRequest,
): Promise<Transaction> {
  const transaction = await lifecycle.lock(tx, input.transactionId);
  const isOwn = transaction?.accountId === accountId;
  if (!isOwn || (mode ?? transaction.mode) !== transaction.mode) throw new AppError("not_found");
  return transaction;
}

async function draft(
  deps: RefundDeps,
  tx: Database,
  transaction: Transaction,
  { input, actor }: RefundRequest,
): Promise<Refund> {
  const id = newId("rfnd");
  const now = deps.clock.now();
  const { left, currency } = await moneyLeft(deps, tx, transaction, id, input);
  const amount = input.amount ?? left;
  if (amount < 1 || amount > left) throw new AppError("refund_exceeds_payment");
  const { transferId = null, externalId = null, reason = null } = input;
  const account = await findAccount(deps, tx, { transactionId: transaction.id, transferId });
  return {
    id,
    accountId: transaction.accountId,
    mode: transaction.mode,
    transactionId: transaction.id,
    transferId,
    externalId,
    amount,
    currency,
    reason,
    ...firstStatus(deps, id, account),
    failureReason: null,
    askedAt: null,
    fileId: null,
    createdBy: actor,
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    returnedAt: null,
  };
}

function firstStatus({ seal }: RefundDeps, id: string, account: PayerAccount | undefined) {
  if (!account) return { status: "awaiting_account", sealedAccount: null } as const;
  const sealedAccount = sealAccount(seal, account, refundContext(id));
  return { status: "ready", sealedAccount } as const;
}
