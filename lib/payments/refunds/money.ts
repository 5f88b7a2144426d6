import { fundsOf, type StoredFunds } from "#lib/payments/model/funds.ts";
import type { RefundProblem } from "#lib/payments/model/refund.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as money from "./money.sql.ts";
import { notPossible } from "./not-possible.ts";
import type { RefundDeps, RefundInput, RefundsOfPayment } from "./refund.ts";
import { listOf } from "./repository.ts";

/** Of the payment, or of one transfer. The caller locks the transaction. */
export async function moneyLeft(
  { lifecycle, clock }: RefundDeps,
  tx: Database,
  transaction: Transaction,
  id: string,
  { transferId }: RefundInput,
): Promise<{ left: number; currency: string }> {
  if (transferId === undefined) {
    const whole = await lifecycle.find(tx, transaction.id);
    if (!whole) throw new AppError("not_found");
    const received = await moneyOf(tx, whole);
    const refunded = await money.sumOf(tx, transaction.id, null);
    return { left: received - refunded, currency: transaction.currency };
  }
  const named = { id: transferId, transactionId: transaction.id };
  const by = { refundId: id, at: clock.now() };
  const transfer = await money.takeTransfer(tx, named, by);
  if (!transfer) throw notPossible("transfer_not_refundable");
  const refunded = await money.sumOf(tx, transaction.id, transferId);
  return { left: transfer.amount - refunded, currency: transfer.currency };
}

/**
 * What the merchant got, in minor units. A database trigger enforces the same.
 * @throws AppError `refund_not_possible`
 */
async function moneyOf(tx: Database, transaction: Transaction & StoredFunds): Promise<number> {
  const problem = problemOf(transaction);
  if (problem) throw notPossible(problem);
  const { id, currency, amount } = transaction;
  const counted = await money.moneyCounted(tx, id, currency);
  return counted ?? amount;
}

function problemOf(
  transaction: Pick<Transaction, "status" | "mode" | "finishedAt"> & StoredFunds,
): RefundProblem | undefined {
  if (transaction.status !== "succeeded") return "not_succeeded";
  const { funds } = fundsOf(transaction);
  if (funds === "returned") return "funds_returned";
  // No bank's file shows a sandbox's money.
  return funds === "received" || transaction.mode === "test" ? undefined : "not_received";
}

/** To show. Creating a refund looks again, under the lock. */
export async function refundsOf(
  db: Database,
  transaction: Transaction & StoredFunds,
): Promise<RefundsOfPayment> {
  const refunds = await listOf(db, transaction.id);
  const problem = problemOf(transaction);
  if (problem) return { refunds, left: 0, problem };
  const received = await moneyOf(db, transaction);
  const left = received - (await money.sumOf(db, transaction.id, null));
  return { refunds, left, problem: undefined };
}
