import { AppError } from "#lib/errors.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";

/** Throws `transaction_in_progress` or `transaction_final` for a transaction nobody can pay now. */
export function refuseUnpayable(transaction: Transaction, now: Date): void {
  if (transaction.status === "processing") throw new AppError("transaction_in_progress");
  if (!isPayable(transaction, now)) throw new AppError("transaction_final");
}

/** Tells whether a try may be started, or started again after a crash. */
export function isPayable(transaction: Transaction, now: Date): boolean {
  return (
    transaction.status === "pending" &&
    transaction.endReason === null &&
    transaction.expiresAt > now
  );
}
