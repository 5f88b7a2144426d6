import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Approach, type Claim, claimDigest, claimOf } from "./claim.ts";
import { createClaimRepository } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  find: (id: string) => Promise<Transaction | undefined>;
};

export type ClaimService = ReturnType<typeof createClaimService>;

/** Verbs by which one browser of a payer holds an order of the web flow, so that two never pay it side by side. */
export function createClaimService({ db, clock, find }: Deps) {
  const repository = createClaimRepository(db);
  const claimOfBrowser = (id: string, mark: string) => ({
    id,
    claimDigest: claimDigest(id, mark),
    now: clock.now(),
  });

  return {
    /**
     * The browser with `mark` shows an order: it claims one that is free, unless it only looks, and is told whether it
     * holds it now.
     */
    async claim({ id }: Transaction, mark: string, approach: Approach): Promise<Claim> {
      if (approach !== "look") await repository.claimFree(claimOfBrowser(id, mark), approach);
      const current = await find(id);
      return current?.status === "pending" ? claimOf(current, mark) : "own";
    },

    /** The payer goes on with the order in the browser with `mark`. What is at a bank already stays there. */
    takeOver: ({ id }: Transaction, mark: string): Promise<void> =>
      repository.takeOver(claimOfBrowser(id, mark)),

    /** The shopper wants another phone: the order is free for whoever opens it anew. */
    release: ({ id }: Transaction): Promise<void> => repository.release(id),
  };
}
