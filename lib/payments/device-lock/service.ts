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

/** `state`: who holds the transaction. */
export type Locking = { state: LockState; transaction: Transaction };

export type LockService = ReturnType<typeof createLockService>;

/** Lets one browser hold an order of the web flow, so that two never pay it side by side. */
export function createLockService({ db, clock, find }: Deps) {
  const repository = createLockRepository(db);
  const lockOfBrowser = (id: string, browserId: string) => ({
    id,
    lockDigest: lockDigest(id, browserId),
    now: clock.now(),
  });

  async function lockIfFree(
    transaction: Transaction,
    browserId: string,
    approach: Exclude<Approach, "look">,
  ): Promise<Transaction> {
    const { id, lockDigest: holder, payerStep } = transaction;
    const locked = await repository.lockFree(lockOfBrowser(id, browserId), approach);
    // It was free when it was read: another browser may have been quicker.
    const isStale = !locked && (holder === null || payerStep === null);
    return locked ?? (isStale ? await find(id) : undefined) ?? transaction;
  }

  return {
    /**
     * Locks a free order for the browser, unless it only looks; returns who holds it, and the transaction as it then is.
     * Without a change it is the given one.
     */
    async lock(transaction: Transaction, browserId: string, approach: Approach): Promise<Locking> {
      const isOwn = transaction.lockDigest === lockDigest(transaction.id, browserId);
      const current =
        approach === "look" || isOwn
          ? transaction
          : await lockIfFree(transaction, browserId, approach);
      const state = current.status === "pending" ? lockStateOf(current, browserId) : "own";
      return { state, transaction: current };
    },

    /** Continues the order in this browser. A payment that is at a bank stays there. */
    async takeOver({ id }: Transaction, browserId: string): Promise<void> {
      await repository.takeOver(lockOfBrowser(id, browserId));
    },

    /** Frees the order for the next browser that opens its link. */
    release: ({ id }: Transaction): Promise<void> => repository.release(id),
  };
}
