import type { Database } from "#lib/platform/db/database.ts";
import { type AttemptDeps, attempt } from "./attempt.ts";
import type { Leased } from "./delivery.ts";
import { createLeasing } from "./leasing.ts";
import { createRecording } from "./recording.ts";

const MAX_IN_FLIGHT = 128;

type Deps = Omit<AttemptDeps, "recording"> & {
  db: Database;
  random: () => number;
};

type Run = {
  limit: number;
  onEnded?: (() => void) | undefined;
};

export function createDeliverer(given: Deps) {
  const { db, clock, logger } = given;
  const leasing = createLeasing({ db, clock });
  const deps: AttemptDeps = { ...given, recording: createRecording(given) };
  const inFlight = new Set<Promise<void>>();

  function begin(leased: Leased, onEnded = () => {}): Promise<void> {
    const sending = attempt(deps, leased)
      .catch((error: unknown) => {
        const { id: deliveryId } = leased.delivery;
        logger.error({ err: error, deliveryId }, "a webhook could not be recorded");
      })
      .finally(() => {
        inFlight.delete(sending);
        onEnded();
      });
    inFlight.add(sending);
    return sending;
  }

  return {
    /** Each resolves when its delivery is recorded. A hanging endpoint blocks nothing. */
    async beginDue({ limit, onEnded }: Run): Promise<Promise<void>[]> {
      const room = Math.min(limit, MAX_IN_FLIGHT - inFlight.size);
      const leased = room > 0 ? await leasing.lease(room) : [];
      return leased.map((one) => begin(one, onEnded));
    },

    async settled(): Promise<void> {
      await Promise.all(inFlight);
    },

    nextDueAt: async (): Promise<Date | undefined> =>
      inFlight.size < MAX_IN_FLIGHT ? leasing.nextDueAt() : undefined,
  };
}
