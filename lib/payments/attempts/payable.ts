import { lockStateOf } from "#lib/payments/device-lock/lock.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/errors.ts";

/** Throws `transaction_in_progress` or `transaction_final` for a transaction nobody can pay now. */
export function refuseUnpayable(transaction: Transaction, now: Date): void {
  if (transaction.status === "processing") throw new AppError("transaction_in_progress");
  if (!isPayable(transaction, now)) throw new AppError("transaction_final");
}

/** Throws `claimed_elsewhere` in a browser that does not hold the order; none is asked for where no browser is known. */
export function refuseLocked(transaction: Transaction, browserId: string | undefined): void {
  if (browserId === undefined || transaction.flow !== "web") return;
  if (lockStateOf(transaction, browserId) !== "own") throw new AppError("claimed_elsewhere");
}

/** Tells whether a try may be started, or started again after a crash. */
export function isPayable(transaction: Transaction, now: Date): boolean {
  return (
    transaction.status === "pending" &&
    transaction.endReason === null &&
    transaction.expiresAt > now
  );
}
