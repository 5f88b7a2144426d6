import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import { createWebhookRepository } from "./repository.ts";
import { createShares } from "./shares.ts";

// Well above the sender's deadline: only a dead worker lets a lease run out.
const LEASE_MS = 60_000;
const PAGE = 100;

/** Takes what is due for one worker, so that all of them together keep to the shares. */
export function createClaiming({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Holds up to `room` deliveries under a lease, those that are due longest first, as far as their shares go. */
    claim(room: number): Promise<Delivery[]> {
      return db.transaction(async (tx) => {
        const inside = createWebhookRepository(tx);
        // Two that count at once would both take the last place of a share.
        await inside.lockClaims();
        const now = clock.now();
        const chosen = await choose(tx, now, room);
        return inside.hold(chosen, now, new Date(now.getTime() + LEASE_MS));
      });
    },
  };
}

/** Answers what may be sent now, by id. */
async function choose(tx: Database, now: Date, room: number): Promise<string[]> {
  const inside = createWebhookRepository(tx);
  const shares = createShares(await inside.listHeld(now));
  const chosen: string[] = [];
  // What refuses one delivery of an endpoint refuses all of them, so each page is the last or rules some endpoints out.
  const full = new Set<string>();
  let found = 0;
  do {
    const page = await inside.listDue({ now, except: [...full], chosen, limit: PAGE });
    found = page.length;
    for (const { id, target } of page) {
      if (chosen.length === room) break;
      if (full.has(target.endpointId)) continue;
      if (shares.tryTake(target)) chosen.push(id);
      else full.add(target.endpointId);
    }
  } while (found === PAGE && chosen.length < room);
  return chosen;
}
