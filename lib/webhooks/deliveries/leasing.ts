import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import type { Leased } from "./delivery.ts";
import { createPace } from "./pace.ts";
import * as repository from "./queue/repository.ts";
import { createShares, inTurn, type Target } from "./shares.ts";

// Longer than the sender's deadline: only a dead worker's lease expires.
const LEASE_MS = 60_000;

// One that finds nothing costs a twentieth of the time.
const WALKED_BESIDE = 8;
const WALKED_ALONE = 128;
const SOON_MS = 50;

export function createLeasing({ db, clock }: { db: Database; clock: Clock }) {
  // Everything due earlier has no place until a delivery ends.
  let refusedAt = new Date(0);
  // If much is due: endpoints without failures, looked at each time, and a walk through all others.
  let known: string[] = [];
  let walk: Walk | undefined;
  let most = WALKED_BESIDE;
  let isSoonAgain = false;

  // A failure takes several times the work of a success.
  const pace = createPace({ atOnce: 48, perSecond: 20 });

  return {
    async lease(room: number): Promise<Leased[]> {
      const places = { known, after: walk?.to ?? "", most };
      const { now, leased, hasRoom, isPaced, stopped, look } = await inBatches(db, async (tx) => {
        // Earlier than the lock, which counts more as held and less as due.
        const now = clock.now();
        const [, held, look] = await Promise.all([
          // Two workers could take the last place of a share.
          repository.lockQueue(tx),
          repository.listHeld(tx, now),
          repository.listWaiting(tx, now, places),
        ]);
        const { ids, ...rest } = choose(pace, held, look.waiting, now, room);
        if (ids.length === 0) return { now, leased: [], look, ...rest };
        const leasedUntil = new Date(clock.now().getTime() + LEASE_MS);
        const [leased] = await Promise.all([
          repository.hold(tx, ids, now, leasedUntil),
          tx.commit(),
        ]);
        return { now, leased, look, ...rest };
      });
      const isAllStopped = await stopAll(db, stopped, now);
      known = workingOf(look.waiting);
      isSoonAgain = isPaced || look.walkedTo !== undefined;
      most = leased.length > 0 ? WALKED_BESIDE : WALKED_ALONE;
      const { since, isRefused } = walk ?? { since: now, isRefused: true };
      const isAllRefused = isRefused && hasRoom && isAllStopped;
      walk = look.walkedTo ? { to: look.walkedTo, since, isRefused: isAllRefused } : undefined;
      // What became due behind the walk was not looked at.
      const seenAt = walk ? now : since;
      refusedAt = isAllRefused ? seenAt : new Date(0);
      return leased;
    },

    async nextDueAt(): Promise<Date | undefined> {
      const now = clock.now();
      const next = await repository.nextDueAt(db, refusedAt, now);
      if (!isSoonAgain) return next;
      const soon = new Date(now.getTime() + SOON_MS);
      return next && next < soon ? next : soon;
    },
  };
}

/** `isRefused`: nothing seen since the walk began had a place without getting it. */
type Walk = { to: string; since: Date; isRefused: boolean };

function choose(
  pace: ReturnType<typeof createPace>,
  held: Target[],
  waiting: repository.Waiting[],
  now: Date,
  room: number,
) {
  const due = waiting.flatMap(({ id, dueAt, target }) =>
    id && dueAt ? [{ id, dueAt, target }] : [],
  );
  const shares = createShares(held, now);
  let failing = hasQueue(waiting) ? pace.left(now) : Number.POSITIVE_INFINITY;
  let isPaced = false;
  const fitting = inTurn(due, held).filter(({ target }) => {
    const isSpared = target.failingSince === null || target.isTest;
    if (!isSpared && failing <= 0) isPaced = true;
    if ((!isSpared && failing <= 0) || !shares.tryTake(target)) return false;
    if (!isSpared) failing -= 1;
    return true;
  });
  const chosen = fitting.slice(0, room);
  pace.take(chosen.filter(({ target }) => target.failingSince !== null).length);
  const stopped = waiting.filter(({ isStopped }) => isStopped);
  return {
    ids: chosen.map(({ id }) => id),
    hasRoom: fitting.length <= room,
    isPaced,
    stopped: stopped.map(({ target }) => target.endpointId),
  };
}

async function stopAll(db: Database, endpointIds: string[], now: Date): Promise<boolean> {
  let isAllStopped = true;
  for (const endpointId of endpointIds) {
    if (await repository.stopPending(db, endpointId, now)) isAllStopped = false;
  }
  return isAllStopped;
}

function hasQueue(waiting: readonly repository.Waiting[]): boolean {
  const working = waiting.filter(({ id, target }) => id !== null && target.failingSince === null);
  return working.length > new Set(working.map(({ target }) => target.endpointId)).size;
}

function workingOf(waiting: readonly repository.Waiting[]): string[] {
  const working = waiting.filter(({ id, target }) => id !== null && target.failingSince === null);
  return [...new Set(working.map(({ target }) => target.endpointId))];
}
