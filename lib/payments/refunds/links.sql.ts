import { and, eq, isNull, lt } from "drizzle-orm";
import { refundLinks, refunds } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";

type RefundLink = typeof refundLinks.$inferSelect;

export async function insertLink(db: Database, row: RefundLink): Promise<void> {
  await db.insert(refundLinks).values(row);
  await db
    .update(refunds)
    .set({ askedAt: row.createdAt, updatedAt: row.createdAt })
    .where(eq(refunds.id, row.refundId));
}

export async function findByLink(db: Database, digest: string) {
  const [row] = await db
    .select({ link: refundLinks, refund: refunds, payeeName: transactions.payeeName })
    .from(refundLinks)
    .innerJoin(refunds, eq(refunds.id, refundLinks.refundId))
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(eq(refundLinks.digest, digest));
  return row;
}

/** `false` if it was used. */
export async function consumeLink(db: Database, digest: string, usedAt: Date): Promise<boolean> {
  const rows = await db
    .update(refundLinks)
    .set({ usedAt })
    .where(and(eq(refundLinks.digest, digest), isNull(refundLinks.usedAt)))
    .returning({ digest: refundLinks.digest });
  return rows.length > 0;
}

export function purgeLinks(db: Database, expiredBefore: Date): Promise<number> {
  return deleteInParts(db, refundLinks, lt(refundLinks.expiresAt, expiredBefore));
}
