import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { transactions } from "#lib/payments/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** Ids of those that could get another payment attempt. Oldest first. */
export async function listPayable(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.status, "pending"), isNull(transactions.endReason)))
    .orderBy(asc(transactions.id));
  return rows.map(({ id }) => id);
}

/** Oldest first. */
export function listHeld(db: Database): Promise<Transaction[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.status, "processing"), isNotNull(transactions.restoredAt)))
    .orderBy(asc(transactions.id));
}
