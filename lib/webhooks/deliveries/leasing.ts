import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Delivery } from "./delivery.ts";
import * as repository from "./queue/repository.ts";
import { createShares, inTurn, PER_ENDPOINT } from "./shares.ts";

// Longer than the sender's deadline: only a dead worker's lease expires.
const LEASE_MS = 60_000;

export function createLeasing({ db, clock }: { db: Database; clock: Clock }) {
  // Everything due earlier has no place until a delivery ends.
  let refusedAt = new Date(0);

  async function choose(tx: Database, now: Date, room: number) {
    const held = await repository.listHeld(tx, now);
    const waiting = await repository.listWaiting(tx, now, PER_ENDPOINT);
    const due = waiting.flatMap(({ id, dueAt, target }) =>
      id && dueAt ? [{ id, dueAt, target }] : [],
    );
    const shares = createShares(held, now);
    const fitting = inTurn(due, held).filter(({ target }) => shares.tryTake(target));
    const stopped = waiting.filter(({ isStopped }) => isStopped);
    return {
      ids: fitting.slice(0, room).map(({ id }) => id),
      hasRoom: fitting.length <= room,
      stopped: stopped.map(({ target }) => target.endpointId),
    };
  }

  return {
    async lease(room: number): Promise<Delivery[]> {
      const { now, leased, hasRoom, stopped } = await db.transaction(async (tx) => {
        // Two workers that count at once would both take the last place of a share.
        await repository.lockQueue(tx);
        const now = clock.now();
        const { ids, ...rest } = await choose(tx, now, room);
        const leased = await repository.hold(tx, ids, now, new Date(now.getTime() + LEASE_MS));
        return { now, leased, ...rest };
      });
      let isAllStopped = true;
      for (const endpointId of stopped) {
        if (await repository.stopPending(db, endpointId, now)) isAllStopped = false;
      }
      refusedAt = hasRoom && isAllStopped ? now : new Date(0);
      return leased;
    },

    /** When there may be something to lease, unless a delivery ends earlier. */
    nextDueAt: () => repository.nextDueAt(db, refusedAt, clock.now()),
  };
}
