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
    return { left: await leftOf(tx, whole), currency: transaction.currency };
  }
  const named = { id: transferId, transactionId: transaction.id };
  const by = { refundId: id, at: clock.now() };
  const transfer = await money.takeTransfer(tx, named, by);
  if (!transfer) throw notPossible("transfer_not_refundable");
  const own = transfer.amount - (await money.sumOf(tx, transaction.id, transferId));
  const isAlike = transfer.currency === transaction.currency;
  const ofAll = isAlike ? await money.leftOfAll(tx, transaction) : undefined;
  return { left: Math.min(own, ofAll ?? own), currency: transfer.currency };
}

/**
 * Of what the merchant got for the payment, in minor units. Database triggers enforce the same.
 * @throws AppError `refund_not_possible`
 */
async function leftOf(tx: Database, transaction: Transaction & StoredFunds): Promise<number> {
  const problem = problemOf(transaction);
  if (problem) throw notPossible(problem);
  const { id, currency, amount } = transaction;
  const counted = await money.moneyCounted(tx, id, currency);
  const own = (counted ?? amount) - (await money.sumOf(tx, id, null));
  return Math.min(own, (await money.leftOfAll(tx, transaction)) ?? own);
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
  return { refunds, left: await leftOf(db, transaction), problem: undefined };
}
