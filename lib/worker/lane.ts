import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { Job } from "./loop.ts";

// Work that is due but can't be done yet, such as what another process holds, must not spin the loop.
const MIN_SLEEP_MS = 250;
const BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 60_000;

/** Runs one job again and again, apart from the others: it sleeps, wakes and fails alone. */
export function createLane(deps: {
  job: Job;
  clock: Clock;
  logger: Logger;
  maxSleepMs: number;
  stopping: AbortSignal;
}) {
  const { job, clock, logger, maxSleepMs, stopping } = deps;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isWanted = false;

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!stopping.aborted) timer = setTimeout(tick, ms);
  }

  function tick(): void {
    if (stopping.aborted) return;
    if (running.size >= (job.parallelRuns ?? 1)) {
      isWanted = true;
      return;
    }
    const run: Promise<void> = runOnce().then((ms) => {
      running.delete(run);
      sleep(isWanted && failures === 0 ? 0 : ms);
      isWanted = false;
    });
    running.add(run);
    // With room for another run, what becomes due meanwhile is not left to the end of this one.
    sleep(maxSleepMs);
  }

  /** Runs the job and resolves to how long to sleep then, in ms. */
  async function runOnce(): Promise<number> {
    try {
      const done = await job.run(stopping);
      const dueAt = stopping.aborted ? undefined : await job.nextDueAt();
      failures = 0;
      const untilDue = dueAt ? dueAt.getTime() - clock.now().getTime() : maxSleepMs;
      return Math.min(Math.max(untilDue, done > 0 ? 0 : MIN_SLEEP_MS), maxSleepMs);
    } catch (error) {
      logger.error(
        { err: error, job: job.name, failures: ++failures },
        "a job of the worker failed",
      );
      return Math.min(BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
    }
  }

  return {
    /** Something may be due: runs the job now, or again after the present run. A failing job keeps its pause. */
    wake(): void {
      if (failures === 0) tick();
    },

    /** Resolves when nothing runs any more; meant for after `stopping`. */
    async idle(): Promise<void> {
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
