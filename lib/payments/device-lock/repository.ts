import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import type { Approach } from "./lock.ts";

type NewLock = { id: string; lockDigest: string; now: Date };

// Each method is one conditional update of a pending web transaction.

const pending = (id: string) =>
  and(eq(transactions.id, id), eq(transactions.status, "pending"), eq(transactions.flow, "web"));

async function set(
  db: Database,
  { id, lockDigest, now }: NewLock,
  where: ReturnType<typeof and>,
): Promise<Transaction | undefined> {
  const [changed] = await db
    .update(transactions)
    .set({
      lockDigest,
      lockedAt: now,
      payerStep: "opened",
      // The new holder may be the browser it was released from.
      releasedDigest: sql`nullif(${transactions.releasedDigest}, ${lockDigest})`,
    })
    .where(and(pending(id), where))
    .returning();
  if (changed) await notify(db, "bankside_transaction", id);
  return changed;
}

/** Also from a holder idle since its payment attempt failed. A released order requires `open` and another browser. */
export function lockFree(db: Database, lock: NewLock, approach: Exclude<Approach, "look">) {
  return set(
    db,
    lock,
    and(
      or(isNull(transactions.releasedDigest), ne(transactions.releasedDigest, lock.lockDigest)),
      or(
        and(
          isNull(transactions.lockDigest),
          approach === "open" ? undefined : isNull(transactions.lockedAt),
        ),
        and(
          isNotNull(transactions.lockDigest),
          ne(transactions.lockDigest, lock.lockDigest),
          isNull(transactions.payerStep),
        ),
      ),
    ),
  );
}

export function takeOver(db: Database, lock: NewLock) {
  return set(
    db,
    lock,
    or(isNull(transactions.lockDigest), ne(transactions.lockDigest, lock.lockDigest)),
  );
}

/** Keeps `lockedAt`, which only a once locked order has. */
export async function release(db: Database, id: string): Promise<void> {
  const changed = await db
    .update(transactions)
    .set({
      lockDigest: null,
      payerStep: null,
      releasedDigest: sql`coalesce(${transactions.lockDigest}, ${transactions.releasedDigest})`,
    })
    .where(and(pending(id), isNotNull(transactions.lockedAt)))
    .returning({ id: transactions.id });
  if (changed.length > 0) await notify(db, "bankside_transaction", id);
}
