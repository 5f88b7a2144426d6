import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { createRetentionRepository } from "./repository.ts";

const AT_ONCE = 200;

type Deps = {
  db: Database;
  clock: Clock;
  /** How many days are kept for accounts that say nothing. */
  defaultDays: number;
};

/** Forgets what may tell of a payer once an account's retention days are over. The outcome, amounts and ids stay. */
export function createRetention({ db, clock, defaultDays }: Deps) {
  const repository = createRetentionRepository(db);

  /** Takes the metadata out of some transactions, and out of the events that repeat it, both at once. */
  function forget(ids: string[]): Promise<void> {
    return db.transaction(async (tx) => {
      const inside = createRetentionRepository(tx);
      await inside.clearMetadata(ids);
      for (const { id, payload } of await inside.listEvents(ids)) {
        await inside.setPayload(id, withoutMetadata(payload));
      }
    });
  }

  return {
    /**
     * Clears the metadata of transactions that ended longer ago than their account keeps it, and what was exchanged with
     * the merchant's server. What tells of the payer in sessions and codes goes a day after the end already. Answers how
     * many rows it cleared.
     */
    async purge(): Promise<number> {
      const now = clock.now();
      let done = 0;
      for (let cleared = AT_ONCE; cleared === AT_ONCE; done += cleared) {
        cleared = await repository.clearAttempts(now, defaultDays, AT_ONCE);
      }
      for (;;) {
        const ids = await repository.findTelling(now, defaultDays, AT_ONCE);
        if (ids.length === 0) return done;
        await forget(ids);
        done += ids.length;
      }
    },
  };
}

// A later redelivery signs what is left, so it stays verifiable.
function withoutMetadata(payload: string): string {
  const event: unknown = JSON.parse(payload);
  return JSON.stringify(event, (key, value: unknown) => (key === "metadata" ? null : value));
}
