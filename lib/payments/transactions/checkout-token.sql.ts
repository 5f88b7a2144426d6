import { and, eq, gt, isNull, lt, notExists } from "drizzle-orm";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { checkoutTokens } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { withContext } from "./order-context.sql.ts";

export async function findByCheckoutToken(db: Database, digest: string) {
  const [row] = await db
    .select({
      transaction: transactions,
      usedAt: checkoutTokens.usedAt,
      locale: orderContexts.locale,
    })
    .from(checkoutTokens)
    .innerJoin(transactions, eq(transactions.id, checkoutTokens.transactionId))
    .leftJoin(orderContexts, withContext)
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

/** Those of orders that can still be paid stay. */
export function deleteCheckoutTokens(db: Database, before: Date, now: Date): Promise<number> {
  const { id, status, expiresAt } = transactions;
  const payable = db
    .select({ id })
    .from(transactions)
    .where(and(eq(id, checkoutTokens.transactionId), eq(status, "pending"), gt(expiresAt, now)));
  const isOver = and(lt(checkoutTokens.createdAt, before), notExists(payable));
  return deleteInParts(db, checkoutTokens, isOver);
}
