import type { SeenFunds } from "#lib/payments/model/funds.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { ReceiverDeps } from "./receiver.ts";
import * as repository from "./repository.ts";

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

/** A source reports that this money went back. `false` unless it was counted, and is all of the payment's money. Idempotent. */
export async function noteReturned(
  { db, lifecycle }: ReceiverDeps,
  accountId: string,
  id: string,
): Promise<boolean> {
  const known = await repository.find(db, accountId, id);
  const transactionId = known?.transactionId ?? null;
  if (transactionId === null) return false;
  return db.transaction(async (tx) => {
    if (!(await lifecycle.lock(tx, transactionId))) return false;
    const transfers = await repository.listOf(tx, transactionId);
    // Of a payment in parts, a part may have gone back.
    if (transfers.some(({ status }) => status === "part")) return false;
    const isCounted = transfers.some((each) => each.id === id && each.status === "paid");
    return isCounted && (await lifecycle.moveFunds(tx, transactionId, "returned"));
  });
}
