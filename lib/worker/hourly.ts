import type { Clock } from "#lib/clock.ts";
import type { Job } from "./loop.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A job that does `work` at start and then every hour, however often the worker looks. `work` resolves to how much it did. */
export function createHourlyJob({
  name,
  clock,
  work,
}: {
  name: string;
  clock: Clock;
  work: () => Promise<number>;
}): Job {
  let dueAt = new Date(0);
  return {
    name,
    async run() {
      const startedAt = clock.now().getTime();
      if (startedAt < dueAt.getTime()) return 0;
      const done = await work();
      dueAt = new Date(startedAt + HOUR_MS);
      return done;
    },
    nextDueAt: async () => dueAt,
  };
}
