import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inParts } from "#lib/platform/db/in-parts.ts";
import * as repository from "./repository.ts";

const AT_ONCE = 200;

type Deps = {
  db: Database;
  clock: Clock;
  defaultDays: number;
};

/** Deletes payer data after an account's retention days. Keeps outcome, amounts and ids. */
export function createRetention({ db, clock, defaultDays }: Deps) {
  /** In one database transaction, since events repeat it. */
  function forget(ids: string[]): Promise<void> {
    return db.transaction(async (tx) => {
      await repository.clearMetadata(tx, ids);
      await repository.deleteContexts(tx, ids);
      for (const { id, payload } of await repository.listEvents(tx, ids)) {
        await repository.setPayload(tx, id, withoutDetails(payload));
      }
    });
  }

  return {
    /** Each returns how many rows it cleared. */
    "delivery-attempts": (): Promise<number> =>
      inParts((limit) => repository.clearAttempts(db, clock.now(), defaultDays, limit), AT_ONCE),

    "order-contexts": (): Promise<number> =>
      inParts(async (limit) => {
        const ids = await repository.findWithContexts(db, clock.now(), defaultDays, limit);
        if (ids.length > 0) await forget(ids);
        return ids.length;
      }, AT_ONCE),

    "refund-accounts": async (): Promise<number> => {
      const work = [
        repository.clearRefundAccounts,
        repository.clearRefundFiles,
        repository.deleteTransferAccounts,
      ];
      let done = 0;
      for (const clear of work) {
        done += await inParts((limit) => clear(db, clock.now(), defaultDays, limit), AT_ONCE);
      }
      return done;
    },

    "link-descriptions": (): Promise<number> =>
      inParts(
        (limit) => repository.clearLinkDescriptions(db, clock.now(), defaultDays, limit),
        AT_ONCE,
      ),
    letters: async (): Promise<number> => {
      let done = 0;
      for (const clear of [repository.deleteLetters, repository.deleteLetterItems]) {
        done += await inParts((limit) => clear(db, clock.now(), defaultDays, limit), AT_ONCE);
      }
      return done;
    },

    metadata: (): Promise<number> =>
      inParts(async (limit) => {
        const ids = await repository.findWithDetails(db, clock.now(), defaultDays, limit);
        if (ids.length > 0) await forget(ids);
        return ids.length;
      }, AT_ONCE),
  };
}

// A later redelivery signs the reduced payload, so it stays verifiable.
function withoutDetails(payload: string): string {
  const event: unknown = JSON.parse(payload);
  return JSON.stringify(event, (key, value: unknown) => (FORGOTTEN.includes(key) ? null : value));
}

const FORGOTTEN = ["metadata", "description", "lines", "locale", "cancelUrl"];
