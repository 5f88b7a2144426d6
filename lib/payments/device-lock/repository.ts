import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { checkouts, transactions } from "#lib/payments/model/schema.ts";
import type { PayerStep } from "#lib/payments/model/status.ts";
import type { Checkout } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notifying } from "#lib/platform/db/notifications.ts";
import type { Approach } from "./lock.ts";

type NewLock = { id: string; lockDigest: string; step: PayerStep; now: Date };

// Each function is one statement, which first locks the row of a pending web transaction, so that no attempt starts meanwhile.

const pending = (id: string) =>
  and(eq(transactions.id, id), eq(transactions.status, "pending"), eq(transactions.flow, "web"));

const notified = { sent: notifying("bankside_transaction", checkouts.transactionId) };
const { transactionId: _of, ...columns } = getTableColumns(checkouts);

/** An order that no browser has opened has no row, and fits each condition. */
async function set(
  db: Database,
  { id, lockDigest, step, now }: NewLock,
  where: SQL | undefined,
): Promise<Checkout | undefined> {
  const [changed] = await db
    .insert(checkouts)
    .select(
      sql`select ${transactions.id}, ${lockDigest}, ${sql.param(now, checkouts.lockedAt)}::timestamptz, null, ${step},
        null::timestamptz from ${transactions} where ${pending(id)} for no key update`,
    )
    .onConflictDoUpdate({
      target: checkouts.transactionId,
      set: {
        lockDigest,
        lockedAt: now,
        payerStep: step,
        // The new holder may be the browser it was released from.
        releasedDigest: sql`nullif(${checkouts.releasedDigest}, ${lockDigest})`,
      },
      ...(where && { setWhere: where }),
    })
    .returning({ ...columns, ...notified });
  return changed;
}

/** Also from a holder idle since its payment attempt failed. A released order requires `open` and another browser. */
export function lockFree(db: Database, lock: NewLock, approach: Exclude<Approach, "look">) {
  return set(
    db,
    lock,
    and(
      or(isNull(checkouts.releasedDigest), ne(checkouts.releasedDigest, lock.lockDigest)),
      or(
        and(
          isNull(checkouts.lockDigest),
          approach === "open" ? undefined : isNull(checkouts.lockedAt),
        ),
        and(
          isNotNull(checkouts.lockDigest),
          ne(checkouts.lockDigest, lock.lockDigest),
          isNull(checkouts.payerStep),
        ),
      ),
    ),
  );
}

export function takeOver(db: Database, lock: NewLock) {
  return set(db, lock, or(isNull(checkouts.lockDigest), ne(checkouts.lockDigest, lock.lockDigest)));
}

/** Keeps `lockedAt`, which only a once locked order has. */
export async function release(db: Database, id: string): Promise<void> {
  const locked = new QueryBuilder()
    .select({ id: transactions.id })
    .from(transactions)
    .where(pending(id))
    .for("no key update");
  await db
    .update(checkouts)
    .set({
      lockDigest: null,
      payerStep: null,
      releasedDigest: sql`coalesce(${checkouts.lockDigest}, ${checkouts.releasedDigest})`,
    })
    .where(and(inArray(checkouts.transactionId, locked), isNotNull(checkouts.lockedAt)))
    .returning(notified);
}
