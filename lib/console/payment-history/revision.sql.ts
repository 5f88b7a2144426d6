import { and, desc, eq, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { PaymentOwner } from "./payment.ts";

const WATCHED = 200;

export async function readRevision(
  db: Database,
  { accountId, mode }: PaymentOwner,
): Promise<{ newestId: string; revision: string }> {
  const newest = db
    .select({
      id: transactions.id,
      status: transactions.status,
      updatedAt: transactions.updatedAt,
    })
    .from(transactions)
    .where(and(eq(transactions.accountId, accountId), eq(transactions.mode, mode)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(WATCHED)
    .as("newest");
  const [row] = await db
    .select({
      newestId: sql<string | null>`max(${newest.id})`,
      revision: sql<string>`md5(coalesce(string_agg(${newest.id} || ${newest.status} || ${newest.updatedAt}, ',' order by ${newest.id}), ''))`,
    })
    .from(newest);
  return { newestId: row?.newestId ?? "", revision: row?.revision ?? "" };
}
