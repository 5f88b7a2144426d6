import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import type { Leased } from "./delivery.ts";
import * as repository from "./queue/repository.ts";
import { createShares, inTurn, type Target } from "./shares.ts";

// Longer than the sender's deadline: only a dead worker's lease expires.
const LEASE_MS = 60_000;

export function createLeasing({ db, clock }: { db: Database; clock: Clock }) {
  // Everything due earlier has no place until a delivery ends.
  let refusedAt = new Date(0);

  function choose(held: Target[], waiting: repository.Waiting[], now: Date, room: number) {
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
    async lease(room: number): Promise<Leased[]> {
      const { now, leased, hasRoom, stopped } = await inBatches(db, async (tx) => {
        // Earlier than the lock, which counts more as held and less as due.
        const now = clock.now();
        const [, held, waiting] = await Promise.all([
          // Two workers that count at once would both take the last place of a share.
          repository.lockQueue(tx),
          repository.listHeld(tx, now),
          repository.listWaiting(tx, now),
        ]);
        const { ids, ...rest } = choose(held, waiting, now, room);
        if (ids.length === 0) return { now, leased: [], ...rest };
        const leasedUntil = new Date(clock.now().getTime() + LEASE_MS);
        const [leased] = await Promise.all([
          repository.hold(tx, ids, now, leasedUntil),
          tx.commit(),
        ]);
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
