import type { SeenFunds } from "#lib/payments/model/funds.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { findTarget } from "./matching.ts";
import { isExpecting, type Money, type ReceiverDeps } from "./receiver.ts";
import * as repository from "./repository.ts";
import type { Credit } from "./statement/statement.ts";
import type { TransferOwner } from "./transfer.ts";

/**
 * By a member, who saw the payee's bank account. Idempotent.
 * @throws AppError `not_found`, `outcome_not_possible` unless the payment succeeded and its money can move there
 */
export function markFunds(
  { db, clock, lifecycle }: ReceiverDeps,
  accountId: string,
  { id, funds }: { id: string; funds: SeenFunds },
  actor: Actor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const transaction = await lifecycle.lock(tx, id);
    if (transaction?.accountId !== accountId) throw new AppError("not_found");
    if (!(await lifecycle.moveFunds(tx, id, funds))) {
      const known = await lifecycle.find(tx, id);
      if (known?.seenFunds === funds) return;
      throw new AppError("outcome_not_possible");
    }
    const action = `funds.${funds}` as const;
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
  });
}

/** As a file or feed reports it, with the names that the money had when it came. */
export type ReturnedMoney = Pick<Money, "amount" | "currency"> &
  Pick<Credit, "reference" | "endToEndId"> & { iban: string };

/** `false` unless it returns money that was counted, all of it. Idempotent. */
export async function noteReturned(
  deps: ReceiverDeps,
  owner: TransferOwner,
  { iban, amount, currency, ...names }: ReturnedMoney,
): Promise<boolean> {
  const { db, lifecycle, attempts } = deps;
  const { transactionId, attemptId } = await findTarget(deps, owner, { ...names, written: null });
  if (transactionId === undefined) return false;
  return db.transaction(async (tx) => {
    const transaction = await lifecycle.lockWithTransfer(tx, transactionId);
    const attempt = attemptId === null ? undefined : await attempts.find(tx, attemptId);
    if (!transaction || !isExpecting(transaction, attempt, owner, { iban, attemptId }))
      return false;
    const transfers = await repository.listOf(tx, transactionId);
    // Of a payment in parts, a part may have gone back.
    if (transfers.some(({ status }) => status === "part")) return false;
    const counted = transfers.some(
      (each) =>
        each.status === "paid" &&
        each.attemptId === attemptId &&
        each.amount === amount &&
        each.currency === currency,
    );
    return counted && (await lifecycle.moveFunds(tx, transactionId, "returned"));
  });
}
