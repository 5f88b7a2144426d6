import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { refundFiles, refunds } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { RefundFile, RefundOwner } from "./refund.ts";
import { isOf } from "./repository.ts";

/** Free ones only, longest wait first, with the merchant's account that was paid. */
export function lockReady(db: Database, owner: RefundOwner, currency: string, limit: number) {
  const { payeeIban, payeeName, externalId, reference } = transactions;
  return db
    .select({ refund: refunds, payment: { payeeIban, payeeName, externalId, reference } })
    .from(refunds)
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(and(isOf(owner), eq(refunds.status, "ready"), eq(refunds.currency, currency)))
    .orderBy(asc(refunds.id))
    .limit(limit)
    .for("update", { of: refunds, skipLocked: true });
}

/** Locked and ready. */
export async function putInFile(
  db: Database,
  ids: string[],
  { fileId, updatedAt }: { fileId: string; updatedAt: Date },
): Promise<void> {
  await db
    .update(refunds)
    .set({ status: "processing", fileId, updatedAt })
    .where(inArray(refunds.id, ids));
}

export async function insertFile(db: Database, row: RefundFile): Promise<void> {
  await db.insert(refundFiles).values(row);
}

export async function findFile(
  db: Database,
  { accountId, id }: { accountId: string; id: string },
): Promise<RefundFile | undefined> {
  const [row] = await db
    .select()
    .from(refundFiles)
    .where(and(eq(refundFiles.id, id), eq(refundFiles.accountId, accountId)));
  return row;
}

/** Newest first. */
export function listFiles(
  db: Database,
  { accountId, mode }: RefundOwner,
  limit: number,
): Promise<RefundFile[]> {
  return db
    .select()
    .from(refundFiles)
    .where(and(eq(refundFiles.accountId, accountId), eq(refundFiles.mode, mode)))
    .orderBy(desc(refundFiles.id))
    .limit(limit);
}
