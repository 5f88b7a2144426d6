import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { createCounterRepository } from "./repository.ts";

/**
 * Lets one caller through per `key` and interval, over all processes; returns false to others. Do not call inside a database
 * transaction.
 */
export function createTurns({ db, clock }: { db: Database; clock: Clock }) {
  const counters = createCounterRepository(db);
  return async function takeTurn(key: string, intervalMs: number): Promise<boolean> {
    const now = clock.now().getTime();
    const { points } = await counters.add({ key, points: 1, now, expire: now + intervalMs });
    return points === 1;
  };
}
