import { and, eq, gte, sql } from "drizzle-orm";
import { refundLimits, refunds } from "#lib/payments/model/refunds.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { RefundLimits, RefundOwner } from "./refund.ts";
import { isCounted, isOf } from "./repository.ts";

/** In euro cents, of all refunds that members created since then. */
export async function sumSince(
  db: Database,
  { accountId, mode }: RefundOwner,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(refunds.amount) })
    .from(refunds)
    .where(
      and(
        isOf({ accountId, mode }),
        isCounted,
        gte(refunds.createdAt, since),
        sql`${refunds.createdBy} like 'usr\\_%'`,
      ),
    );
  return row?.sum ?? 0;
}

export async function findLimits(db: Database, accountId: string): Promise<RefundLimits> {
  const [row] = await db.select().from(refundLimits).where(eq(refundLimits.accountId, accountId));
  return { perRefund: row?.perRefund ?? null, perDay: row?.perDay ?? null };
}

export async function setLimits(
  db: Database,
  accountId: string,
  limits: RefundLimits,
): Promise<void> {
  await db
    .insert(refundLimits)
    .values({ accountId, ...limits })
    .onConflictDoUpdate({ target: refundLimits.accountId, set: limits });
}
