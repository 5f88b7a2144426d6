import { isGivenUp } from "#lib/payments/attempts/attempt.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { ReceiverDeps } from "./receiver.ts";
import { recheck } from "./recheck.ts";
import * as repository from "./repository.ts";
import type { ReceivedTransfer } from "./transfer.ts";

const MAX_NOTE_LENGTH = 300;

/**
 * Seven days after the attempt began, the transfer pays without the bank.
 * @throws AppError `not_found`
 */
export async function tryAgain(
  deps: ReceiverDeps,
  accountId: string,
  id: string,
  actor: Actor,
): Promise<ReceivedTransfer["status"]> {
  const { db, clock, attempts } = deps;
  const transfer = await repository.find(db, accountId, id);
  if (!transfer) throw new AppError("not_found");
  const rechecked = await recheck(deps, transfer, async (tx, transaction, attempt) => {
    const now = clock.now();
    if (!isGivenUp(attempt, now)) return false;
    const note = `Paid by transfer ${id}`;
    await attempts.endWithoutBank(tx, { transaction, attempt, outcome: "failed", note });
    const action = "transaction.settled";
    const details = { status: "succeeded" };
    await recordAudit(tx, now, { accountId, actor, action, target: transaction.id, details });
    return true;
  });
  return rechecked.status;
}

/** @throws AppError `invalid_request`, `not_found` if unknown or resolved, `transaction_in_progress` if it may still pay */
export async function resolve(
  { db, clock }: Pick<ReceiverDeps, "db" | "clock">,
  accountId: string,
  id: string,
  text: string,
  actor: Actor,
): Promise<void> {
  const note = text.trim();
  if (!isPrintable(note, MAX_NOTE_LENGTH)) throw invalidField("note", "transfer_note");
  await db.transaction(async (tx) => {
    const values = { resolvedAt: clock.now(), resolvedNote: note };
    const resolved = await repository.resolve(tx, accountId, id, values);
    if (!resolved) {
      const found = await repository.find(tx, accountId, id);
      const mayPay = found?.status === "being_paid";
      throw new AppError(mayPay ? "transaction_in_progress" : "not_found");
    }
    const details = { status: resolved.status };
    const action = "transfer.resolved";
    await recordAudit(tx, clock.now(), { accountId, actor, action, target: id, details });
  });
}
