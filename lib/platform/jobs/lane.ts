import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { count, set } from "#lib/platform/telemetry/metrics/record.ts";
import type { Job } from "./job.ts";

// Work that can't run yet must not spin the loop.
const MIN_SLEEP_MS = 250;
const BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 60_000;

export function createLane(deps: {
  job: Job;
  clock: Clock;
  logger: Logger;
  maxSleepMs: number;
  stopping: AbortSignal;
}) {
  const { job, clock, logger, maxSleepMs, stopping } = deps;
  let running = Promise.resolve();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let shortcut: NodeJS.Timeout | undefined;
  let failures = 0;
  let isWanted = false;

  function tick(): void {
    clearTimeout(timer);
    clearTimeout(shortcut);
    shortcut = undefined;
    if (stopping.aborted) return;
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    running = runOnce().then((ms) => {
      isRunning = false;
      if (isWanted && failures === 0) tick();
      else if (!stopping.aborted) timer = setTimeout(tick, ms);
    });
  }

  async function runOnce(): Promise<number> {
    try {
      await nextTurn(); // Shared by all that wake it in this turn of the event loop.
      isWanted = false;
      const done = stopping.aborted ? 0 : await job.run(stopping, wake);
      const dueAt = stopping.aborted || isWanted ? undefined : await job.nextDueAt();
      failures = 0;
      set("bankside_job_last_success_timestamp_seconds", { name: job.name }, Date.now() / 1_000);
      const untilDue = dueAt ? dueAt.getTime() - clock.now().getTime() : maxSleepMs;
      return Math.min(Math.max(untilDue, done > 0 ? 0 : MIN_SLEEP_MS), maxSleepMs);
    } catch (error) {
      count("bankside_job_failures_total", { name: job.name });
      logger.error(
        { err: error, job: job.name, failures: ++failures },
        "a job of the worker failed",
      );
      return Math.min(BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
    }
  }

  /** After the current run, or in a second if the last run failed. */
  function wake(): void {
    if (failures === 0 || isRunning) tick();
    else if (!stopping.aborted) shortcut ??= setTimeout(tick, BACK_OFF_MS);
  }

  return {
    wake,

    /** Call after `stopping`. Also waits for work that runs started. */
    async idle(): Promise<void> {
      clearTimeout(timer);
      clearTimeout(shortcut);
      await running;
      await job.settled?.();
    },
  };
}
