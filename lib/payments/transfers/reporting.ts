import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { REPORTING_GRACE_MS } from "#lib/payments/transactions/expiry/grace.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { endWaiting, lockExpecting } from "./expecting.ts";
import type { LastAttempt } from "./last-attempt.ts";
import type { ReceiverDeps } from "./receiver.ts";

type Deps = ReceiverDeps & { lastAttempt: Pick<LastAttempt, "ask"> };

/**
 * The transaction waits for the transfer, and takes no attempt any more. Idempotent.
 * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `authorisation_open`, `payment_in_question`
 */
export async function reportSent(deps: Deps, reference: string): Promise<void> {
  const { db, clock, lifecycle, attempts } = deps;
  await deps.lastAttempt.ask(reference);
  await db.transaction(async (tx) => {
    const transaction = await lockExpecting(deps, tx, lifecycle.findByReference(tx, reference));
    const { id, status, endReason, transferReportedAt, expiresAt } = transaction;
    if (status === "processing" && transferReportedAt !== null) return;
    if (await attempts.isOpen(tx, id)) throw new AppError("authorisation_open");
    const isOver = clock.now().getTime() >= expiresAt.getTime() + REPORTING_GRACE_MS;
    if (status !== "pending" || endReason !== null || isOver) {
      throw new AppError("transaction_final");
    }
    if (await hasOpenBankAlert(tx, id)) throw new AppError("payment_in_question");
    await lifecycle.awaitTransfer(tx, id);
  });
}

/**
 * The transfer was not sent: ends the transaction as cancelled. Idempotent.
 * @throws AppError `not_found`, `transfer_not_expected`, `transaction_final`, `transaction_in_progress`
 */
export function takeBack(deps: ReceiverDeps, reference: string): Promise<void> {
  const { db, lifecycle } = deps;
  return db.transaction(async (tx) => {
    const transaction = await lockExpecting(deps, tx, lifecycle.findByReference(tx, reference));
    if (transaction.failureReason === "cancelled") return;
    // The transfer may have come after the backup.
    if (transaction.restoredAt) throw new AppError("transaction_in_progress");
    await endWaiting(deps, tx, transaction, "cancelled");
  });
}
