import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Listen } from "#lib/platform/db/notifications.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { Job } from "./job.ts";
import { createLane } from "./lane.ts";

const MAX_SLEEP_MS = 5_000;

/** On a `bankside_worker` notification, when the next is due, and every `maxSleepMs`. */
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
  // It may arrive in the async context of the sending transaction.
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

    async stop(): Promise<void> {
      stopping.abort();
      const stopListening = await listening;
      await Promise.all(lanes.map((lane) => lane.idle()));
      await stopListening?.();
    },
  };
}
