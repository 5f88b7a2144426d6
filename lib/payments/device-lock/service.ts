import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type Approach, type LockState, lockDigest, lockStateOf } from "./lock.ts";
import { createLockRepository } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  find: (id: string) => Promise<Transaction | undefined>;
};

export type LockService = ReturnType<typeof createLockService>;

/** Lets one browser hold an order of the web flow, so that two never pay it side by side. */
export function createLockService({ db, clock, find }: Deps) {
  const repository = createLockRepository(db);
  const lockOfBrowser = (id: string, browserId: string) => ({
    id,
    lockDigest: lockDigest(id, browserId),
    now: clock.now(),
  });

  return {
    /** Locks a free order for the browser, unless it only looks; returns who holds it now. */
    async lock({ id }: Transaction, browserId: string, approach: Approach): Promise<LockState> {
      if (approach !== "look") await repository.lockFree(lockOfBrowser(id, browserId), approach);
      const current = await find(id);
      return current?.status === "pending" ? lockStateOf(current, browserId) : "own";
    },

    /** Continues the order in this browser. A payment that is at a bank stays there. */
    takeOver: ({ id }: Transaction, browserId: string): Promise<void> =>
      repository.takeOver(lockOfBrowser(id, browserId)),

    /** Frees the order for the next browser that opens its link. */
    release: ({ id }: Transaction): Promise<void> => repository.release(id),
  };
}
