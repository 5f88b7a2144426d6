import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createLane } from "./lane.ts";

const MAX_SLEEP_MS = 5_000;

/** Work that is due at times kept in the database. Several processes may run it at once. */
export type Job = {
  name: string;
  /**
   * Does what is due, for some seconds at most, and resolves to how much that was. Begins nothing new once `stopping`. What
   * it begins and does not wait for calls `wake` at its end.
   */
  run(stopping: AbortSignal, wake: () => void): Promise<number>;
  nextDueAt(): Promise<Date | undefined>;
  /** Resolves when all has ended that runs began and did not wait for. */
  settled?(): Promise<void>;
};

/**
 * Runs jobs at once when a notification on `bankside_worker` tells of work, else when the next is due, and every
 * `maxSleepMs` in case neither was heard.
 */
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
  // A notification may arrive in the context of the transaction that sent it, which is not ours to work in.
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
    /** Starts working in the background. */
    start(): void {
      if (!stopping.signal.aborted) listening ??= begin();
    },

    /** Begins nothing new and resolves when what runs has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      const stopListening = await listening;
      await Promise.all(lanes.map((lane) => lane.idle()));
      await stopListening?.();
    },
  };
}
