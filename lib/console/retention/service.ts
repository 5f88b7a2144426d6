import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import * as repository from "./repository.ts";

const AT_ONCE = 200;

type Deps = {
  db: Database;
  clock: Clock;
  /** For accounts without their own setting. */
  defaultDays: number;
};

/** Deletes payer data after an account's retention days. Keeps outcome, amounts and ids. */
export function createRetention({ db, clock, defaultDays }: Deps) {
  /** Both in one database transaction, since events repeat the metadata. */
  function forget(ids: string[]): Promise<void> {
    return db.transaction(async (tx) => {
      await repository.clearMetadata(tx, ids);
      for (const { id, payload } of await repository.listEvents(tx, ids)) {
        await repository.setPayload(tx, id, withoutMetadata(payload));
      }
    });
  }

  return {
    /** Returns how many rows it cleared. Payer data in sessions and codes goes earlier: a day after the end. */
    async purge(): Promise<number> {
      const now = clock.now();
      let done = 0;
      for (let cleared = AT_ONCE; cleared === AT_ONCE; done += cleared) {
        cleared = await repository.clearAttempts(db, now, defaultDays, AT_ONCE);
      }
      for (;;) {
        const ids = await repository.findWithDetails(db, now, defaultDays, AT_ONCE);
        if (ids.length === 0) return done;
        await forget(ids);
        done += ids.length;
      }
    },
  };
}

// A later redelivery signs the reduced payload, so it stays verifiable.
function withoutMetadata(payload: string): string {
  const event: unknown = JSON.parse(payload);
  return JSON.stringify(event, (key, value: unknown) => (key === "metadata" ? null : value));
}
