import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import type { Approach } from "./lock.ts";

type NewLock = { id: string; lockDigest: string; now: Date };

/** Each verb is one conditional update of a pending transaction of the web flow. */
export function createLockRepository(db: Database) {
  const pending = (id: string) =>
    and(eq(transactions.id, id), eq(transactions.status, "pending"), eq(transactions.flow, "web"));

  async function set(
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

  return {
    /**
     * Locks an order without a holder, or whose holder takes no step since its last attempt failed. A released order goes
     * only to a browser that opens it `anew`, and never to the one it was released from.
     */
    lockFree: (lock: NewLock, approach: Exclude<Approach, "look">) =>
      set(
        lock,
        and(
          or(isNull(transactions.releasedDigest), ne(transactions.releasedDigest, lock.lockDigest)),
          or(
            and(
              isNull(transactions.lockDigest),
              approach === "anew" ? undefined : isNull(transactions.lockedAt),
            ),
            and(
              isNotNull(transactions.lockDigest),
              ne(transactions.lockDigest, lock.lockDigest),
              isNull(transactions.payerStep),
            ),
          ),
        ),
      ),

    /** Locks an order whoever holds it; changes nothing for its holder. */
    takeOver: (lock: NewLock) =>
      set(lock, or(isNull(transactions.lockDigest), ne(transactions.lockDigest, lock.lockDigest))),

    /** Takes the order from its holder. `lockedAt` stays: an order that was never locked has none. */
    async release(id: string): Promise<void> {
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
    },
  };
}
