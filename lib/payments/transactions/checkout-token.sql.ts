import { and, eq, isNull, lt } from "drizzle-orm";
import { checkoutTokens } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";

export async function findByCheckoutToken(db: Database, digest: string) {
  const [row] = await db
    .select({ transaction: transactions, usedAt: checkoutTokens.usedAt })
    .from(checkoutTokens)
    .innerJoin(transactions, eq(transactions.id, checkoutTokens.transactionId))
    .where(eq(checkoutTokens.digest, digest));
  return row;
}

export async function consumeCheckoutToken(
  db: Database,
  digest: string,
  usedAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(checkoutTokens)
    .set({ usedAt })
    .where(and(eq(checkoutTokens.digest, digest), isNull(checkoutTokens.usedAt)))
    .returning({ digest: checkoutTokens.digest });
  return rows.length === 1;
}

export function deleteCheckoutTokens(db: Database, time: Date): Promise<number> {
  return deleteInParts(db, checkoutTokens, lt(checkoutTokens.createdAt, time));
}
