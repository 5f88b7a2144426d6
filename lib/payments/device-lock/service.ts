import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { type Approach, type LockState, lockDigest, shownLockState } from "./lock.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  find: (id: string) => Promise<Transaction | undefined>;
};

export type Locking = { state: LockState; transaction: Transaction };

export type LockService = ReturnType<typeof createLockService>;

export function createLockService({ db, clock, find }: Deps) {
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
    const locked = await repository.lockFree(db, lockOfBrowser(id, browserId), approach);
    // Another browser may have been faster.
    const isStale = !locked && (holder === null || payerStep === null);
    return locked ?? (isStale ? await find(id) : undefined) ?? transaction;
  }

  return {
    async lock(transaction: Transaction, browserId: string, approach: Approach): Promise<Locking> {
      const isOwn = transaction.lockDigest === lockDigest(transaction.id, browserId);
      const current =
        approach === "look" || isOwn
          ? transaction
          : await lockIfFree(transaction, browserId, approach);
      return { state: shownLockState(current, browserId), transaction: current };
    },

    async takeOver({ id }: Transaction, browserId: string): Promise<void> {
      await repository.takeOver(db, lockOfBrowser(id, browserId));
    },

    release: ({ id }: Transaction): Promise<void> => repository.release(db, id),
  };
}
