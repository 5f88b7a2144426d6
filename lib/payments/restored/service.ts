import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  lifecycle: Lifecycle;
  attempts: Pick<AttemptService, "isOpen">;
};

export type RestoredService = ReturnType<typeof createRestoredService>;

/** They may have been paid after the backup, so they wait for the operator. */
export function createRestoredService({ db, lifecycle, attempts }: Deps) {
  return {
    /** Idempotent. Returns how many it held. */
    async hold(): Promise<number> {
      let held = 0;
      for (const id of await repository.listUncertain(db)) {
        await db.transaction(async (tx) => {
          await lifecycle.lock(tx, id);
          if (await lifecycle.awaitOperator(tx, id)) held += 1;
        });
      }
      return held;
    },

    /** `isAtBank`: a bank may still end it. Oldest first. */
    async list(): Promise<{ transaction: Transaction; isAtBank: boolean }[]> {
      const held: { transaction: Transaction; isAtBank: boolean }[] = [];
      for (const transaction of await repository.listHeld(db)) {
        held.push({ transaction, isAtBank: await attempts.isOpen(db, transaction.id) });
      }
      return held;
    },
  };
}
