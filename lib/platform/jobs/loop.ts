import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createLane } from "./lane.ts";

const MAX_SLEEP_MS = 5_000;

/** Due times are in the database. Several processes may run a job at once. */
export type Job = {
  name: string;
  /**
   * Runs due work for a few seconds and resolves to its amount. Starts nothing after `stopping`. Background work calls `wake` at
   * its end.
   */
  run(stopping: AbortSignal, wake: () => void): Promise<number>;
  nextDueAt(): Promise<Date | undefined>;
  /** Resolves when background work has ended. */
  settled?(): Promise<void>;
};

/** Runs jobs on a `bankside_worker` notification, when the next is due, and every `maxSleepMs` in case both were missed. */
export function createWorker(deps: {
  jobs: Job[];
  clock: Clock;
  logger: Logger;
  listen: Listen;
  maxSleepMs?: number;
}) {
  const { jobs, logger, listen, maxSleepMs = MAX_SLEEP_MS } = deps;
  const stopping = new AbortController();
  const lanes = jobs.map((job) =>
    createLane({ ...deps, job, maxSleepMs, stopping: stopping.signal }),
  );
  // A notification may arrive in the async context of the transaction that sent it.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let listening: Promise<(() => Promise<void>) | undefined> | undefined;

  function wake(): void {
    inOwnContext(() => {
      for (const lane of lanes) lane.wake();
    });
  }

  async function begin() {
    try {
      return await listen("bankside_worker", wake);
    } catch (error) {
      logger.error(
        { err: error },
        "the worker hears no notifications and only looks from time to time",
      );
      return undefined;
    } finally {
      wake();
    }
  }

  return {
    start(): void {
      if (!stopping.signal.aborted) listening ??= begin();
    },

    /** Resolves when running jobs have ended. */
    async stop(): Promise<void> {
      stopping.abort();
      const stopListening = await listening;
      await Promise.all(lanes.map((lane) => lane.idle()));
      await stopListening?.();
    },
  };
}
