import { and, count, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { refundFindings, refunds } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { ListedFinding, RefundFinding, RefundOwner } from "./refund.ts";

const isUnseenOf = ({ accountId, mode }: RefundOwner) =>
  and(
    eq(refundFindings.accountId, accountId),
    eq(refundFindings.mode, mode),
    isNull(refundFindings.seenAt),
  );

/** `false` if it was reported before. */
export async function insertFinding(db: Database, row: RefundFinding): Promise<boolean> {
  const rows = await db
    .insert(refundFindings)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refundFindings.id });
  return rows.length > 0;
}

/** Newest first. */
export function listUnseen(
  db: Database,
  owner: RefundOwner,
  limit: number,
): Promise<ListedFinding[]> {
  const { amount, currency, status, transactionId } = refunds;
  return db
    .select({
      ...getTableColumns(refundFindings),
      refund: { amount, currency, status, transactionId },
      externalId: transactions.externalId,
    })
    .from(refundFindings)
    .innerJoin(refunds, eq(refunds.id, refundFindings.refundId))
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(isUnseenOf(owner))
    .orderBy(desc(refundFindings.id))
    .limit(limit);
}

export async function countUnseen(db: Database, owner: RefundOwner): Promise<number> {
  const [row] = await db.select({ count: count() }).from(refundFindings).where(isUnseenOf(owner));
  return row?.count ?? 0;
}

/** The first time only. */
export async function noteSeen(
  db: Database,
  { accountId, id }: { accountId: string; id: string },
  seenAt: Date,
): Promise<RefundFinding | undefined> {
  const [row] = await db
    .update(refundFindings)
    .set({ seenAt })
    .where(
      and(
        eq(refundFindings.id, id),
        eq(refundFindings.accountId, accountId),
        isNull(refundFindings.seenAt),
      ),
    )
    .returning();
  return row;
}
