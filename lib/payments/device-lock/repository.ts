import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import type { Approach } from "./claim.ts";

type NewClaim = { id: string; claimDigest: string; now: Date };

/** SQL of claims: each a conditional update of the one transaction of the web flow, while it is pending. */
export function createClaimRepository(db: Database) {
  const pending = (id: string) =>
    and(eq(transactions.id, id), eq(transactions.status, "pending"), eq(transactions.flow, "web"));

  async function set(
    { id, claimDigest, now }: NewClaim,
    where: ReturnType<typeof and>,
  ): Promise<void> {
    const changed = await db
      .update(transactions)
      .set({
        claimDigest,
        claimedAt: now,
        payerStep: "opened",
        // Whoever holds the order is not the one it was taken from any more.
        releasedDigest: sql`nullif(${transactions.releasedDigest}, ${claimDigest})`,
      })
      .where(and(pending(id), where))
      .returning({ id: transactions.id });
    if (changed.length > 0) await notify(db, "bankside_transaction", id);
  }

  return {
    /**
     * Claims an order nobody holds, or whose holder is at no step since a try of theirs failed. One that was released is
     * claimed by whoever opens it `anew` only, and never by the browser it was taken from.
     */
    claimFree: (claim: NewClaim, approach: Exclude<Approach, "look">) =>
      set(
        claim,
        and(
          or(
            isNull(transactions.releasedDigest),
            ne(transactions.releasedDigest, claim.claimDigest),
          ),
          or(
            and(
              isNull(transactions.claimDigest),
              approach === "anew" ? undefined : isNull(transactions.claimedAt),
            ),
            and(
              isNotNull(transactions.claimDigest),
              ne(transactions.claimDigest, claim.claimDigest),
              isNull(transactions.payerStep),
            ),
          ),
        ),
      ),

    /** Claims an order whoever holds it; nothing for its holder. */
    takeOver: (claim: NewClaim) =>
      set(
        claim,
        or(isNull(transactions.claimDigest), ne(transactions.claimDigest, claim.claimDigest)),
      ),

    /** Takes an order back from whoever holds it. When it was claimed stays, which tells it from one never claimed. */
    async release(id: string): Promise<void> {
      const changed = await db
        .update(transactions)
        .set({
          claimDigest: null,
          payerStep: null,
          releasedDigest: sql`coalesce(${transactions.claimDigest}, ${transactions.releasedDigest})`,
        })
        .where(and(pending(id), isNotNull(transactions.claimedAt)))
        .returning({ id: transactions.id });
      if (changed.length > 0) await notify(db, "bankside_transaction", id);
    },
  };
}
