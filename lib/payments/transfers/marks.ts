import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { endWaiting, findOwn, lockExpecting } from "./expecting.ts";
import { type ReceiverDeps, receive } from "./receiver.ts";
import type { ReceivedTransfer, TransferOwner } from "./transfer.ts";

export type Mark = { id: string; amountText: string };

/**
 * `amountText`: such as `12.50`. `being_paid` while a bank holds an attempt.
 * @throws AppError `not_found`, `transfer_not_expected`, `invalid_request`, `transaction_final`, `transfer_undecided` while
 * another amount is neither accepted nor resolved
 */
export async function markReceived(
  deps: ReceiverDeps,
  accountId: string,
  { id, amountText }: Mark,
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock } = deps;
  const transaction = await findOwn(deps, db, accountId, id);
  if (!transaction) throw new AppError("not_found");
  const { mode, amount, currency, transferReference } = transaction;
  if (transferReference === null) throw new AppError("transfer_not_expected");
  if (fromDecimalString(amountText.trim().replace(",", "."), currency) !== amount) {
    throw invalidField("amount", "transfer_amount");
  }
  const owner: TransferOwner = { accountId, mode };
  const money = {
    transactionId: id,
    attemptId: null,
    iban: undefined,
    key: `hand:${id}`,
    amount,
    currency,
    reference: null,
    bookedOn: null,
    createdBy: actor,
    source: undefined,
  };
  const transfer = await receive(deps, owner, money, async (tx) => {
    const action = "transfer.received";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
  });
  return transfer.status;
}

/**
 * Ends the transaction as expired.
 * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `transaction_in_progress`
 */
export function markNotReceived(
  deps: ReceiverDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    const transaction = await lockExpecting(deps, tx, findOwn(deps, tx, accountId, id));
    await endWaiting(deps, tx, transaction, "expired");
    const action = "transfer.not_received";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id });
  });
}
