import type { ExpectedTransfer, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { ReceiverDeps } from "./receiver.ts";

type Deps = Pick<ReceiverDeps, "lifecycle" | "attempts">;

/** @throws AppError `not_found`, `transfer_not_expected` */
export async function lockExpecting(
  { lifecycle }: Deps,
  tx: Database,
  find: Promise<Pick<Transaction, "id"> | undefined>,
) {
  const found = await find;
  const transaction = found && (await lifecycle.lockWithTransfer(tx, found.id));
  if (!transaction) throw new AppError("not_found");
  if (transaction.transferReference === null) throw new AppError("transfer_not_expected");
  return transaction;
}

export async function findOwn({ lifecycle }: Deps, tx: Database, accountId: string, id: string) {
  const found = await lifecycle.find(tx, id);
  return found?.accountId === accountId ? found : undefined;
}

/** @throws AppError `transaction_final`, `transfer_not_expected`, `transaction_in_progress` */
export async function endWaiting(
  { lifecycle, attempts }: Deps,
  tx: Database,
  { id, status, transferReportedAt }: Transaction & ExpectedTransfer,
  reason: "cancelled" | "expired",
): Promise<void> {
  if (status === "succeeded" || status === "failed") throw new AppError("transaction_final");
  if (transferReportedAt === null) throw new AppError("transfer_not_expected");
  if (await attempts.isOpen(tx, id)) throw new AppError("transaction_in_progress");
  await lifecycle.fail(tx, id, reason);
}
