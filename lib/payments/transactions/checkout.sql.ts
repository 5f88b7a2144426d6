// What browsers did with an order: how far the payer is, and whether the shopper was redirected.
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { checkouts, transactions } from "#lib/payments/model/schema.ts";
import type { PayerStep } from "#lib/payments/model/status.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notifying } from "#lib/platform/db/notifications.ts";

const pending = (id: string) =>
  new QueryBuilder()
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.status, "pending")));

const notified = { sent: notifying("bankside_transaction", checkouts.transactionId) };

function changeStep(
  db: Database,
  id: string,
  payerStep: PayerStep | null,
  condition: SQL | undefined,
) {
  return db
    .update(checkouts)
    .set({ payerStep })
    .where(and(inArray(checkouts.transactionId, pending(id)), condition))
    .returning(notified);
}

/** Only while pending; `holder` must hold the device lock, if given. */
export async function setPayerStep(
  db: Database,
  id: string,
  payerStep: PayerStep,
  holder?: string,
): Promise<void> {
  const isNews = sql`${checkouts.payerStep} is distinct from ${payerStep}`;
  if (holder !== undefined) {
    await changeStep(db, id, payerStep, and(eq(checkouts.lockDigest, holder), isNews));
    return;
  }
  await db
    .insert(checkouts)
    .select(
      sql`select id, null, null::timestamptz, null, ${payerStep}, null::timestamptz from ${pending(id)} pending`,
    )
    .onConflictDoUpdate({ target: checkouts.transactionId, set: { payerStep }, setWhere: isNews })
    .returning(notified);
}

/** Unless the order was locked after `time`. */
export async function clearPayerStep(db: Database, id: string, time: Date): Promise<void> {
  const isOlder = or(isNull(checkouts.lockedAt), lte(checkouts.lockedAt, time));
  await changeStep(db, id, null, and(isNotNull(checkouts.payerStep), isOlder));
}

/** Returns whether this was the first time. */
export async function noteReturn(db: Database, id: string, returnedAt: Date): Promise<boolean> {
  const rows = await db
    .insert(checkouts)
    .values({ transactionId: id, returnedAt })
    .onConflictDoUpdate({
      target: checkouts.transactionId,
      set: { returnedAt },
      setWhere: isNull(checkouts.returnedAt),
    })
    .returning({ id: checkouts.transactionId });
  return rows.length === 1;
}
