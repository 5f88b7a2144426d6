import { and, asc, eq, exists, isNotNull, isNull, or } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";

/** Another attempt, a response or a transfer may be missing. */
export async function listUncertain(db: Database): Promise<string[]> {
  const { status, endReason, restoredAt } = transactions;
  const starting = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.transactionId, transactions.id),
        eq(paymentAttempts.status, "starting"),
      ),
    );
  const isPayable = and(eq(status, "pending"), or(isNull(endReason), exists(starting)));
  const reported = db
    .select({ id: expectedTransfers.transactionId })
    .from(expectedTransfers)
    .where(
      and(
        eq(expectedTransfers.transactionId, transactions.id),
        isNotNull(expectedTransfers.reportedAt),
      ),
    );
  const isReported = and(eq(status, "processing"), exists(reported));
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isNull(restoredAt), or(isPayable, isReported)))
    .orderBy(asc(transactions.id));
  return rows.map(({ id }) => id);
}

export function listHeld(db: Database): Promise<Transaction[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.status, "processing"), isNotNull(transactions.restoredAt)))
    .orderBy(asc(transactions.id));
}
