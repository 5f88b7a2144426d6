import type { PayerStep } from "#lib/payments/model/status.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { type Approach, type LockState, lockDigest, shownLockState } from "./lock.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  find: (id: string) => Promise<WholeTransaction | undefined>;
};

export type Locking = { state: LockState; transaction: WholeTransaction };

export type Lock = { browserId: string; approach: Approach; step?: PayerStep | undefined };

export type LockService = ReturnType<typeof createLockService>;

export function createLockService({ db, clock, find }: Deps) {
  const lockOfBrowser = (id: string, browserId: string, step: PayerStep) => ({
    id,
    lockDigest: lockDigest(id, browserId),
    step,
    now: clock.now(),
  });

  async function lockIfFree(
    transaction: WholeTransaction,
    lock: ReturnType<typeof lockOfBrowser>,
    approach: Exclude<Approach, "look">,
  ): Promise<WholeTransaction> {
    const { id, lockDigest: holder, payerStep } = transaction;
    const locked = await repository.lockFree(db, lock, approach);
    // Another browser may have been faster.
    const isStale = !locked && (holder === null || payerStep === null);
    return { ...transaction, ...(locked ?? (isStale ? await find(id) : undefined)) };
  }

  return {
    /** Locks a free order unless `approach` is `look`. The payer is then at `step`. */
    async lock(
      transaction: WholeTransaction,
      { browserId, approach, step = "opened" }: Lock,
    ): Promise<Locking> {
      const lock = lockOfBrowser(transaction.id, browserId, step);
      const isOwn = transaction.lockDigest === lock.lockDigest;
      const current =
        approach === "look" || isOwn ? transaction : await lockIfFree(transaction, lock, approach);
      return { state: shownLockState(current, browserId), transaction: current };
    },

    async takeOver({ id }: Transaction, browserId: string): Promise<void> {
      await repository.takeOver(db, lockOfBrowser(id, browserId, "opened"));
    },

    release: ({ id }: Transaction): Promise<void> => repository.release(db, id),
  };
}
