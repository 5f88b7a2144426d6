import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Job } from "./loop.ts";
import { createJobRepository } from "./repository.ts";

const LEASE_MS = 10 * 60_000;
const RETRY_MS = 5 * 60_000;

/** One part of a shared job: its name for the log, and what it does; `run` resolves to how much it did. */
export type Step = { name: string; run: () => Promise<number> };

/**
 * A job that one worker of all does every `everyMs`, step by step; when it is due again is kept in the database. A step that
 * fails is logged and holds no other up; the job is then due again in 5 minutes. A worker that stops gives it back at once,
 * one that dies within 10 minutes of its last step.
 */
export function createSharedJob(deps: {
  name: string;
  db: Database;
  clock: Clock;
  logger: Logger;
  everyMs: number;
  steps: Step[];
}) {
  const { name, db, clock, logger, everyMs, steps } = deps;
  const repository = createJobRepository(db);
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** Runs the steps for as long as the job is ours; resolves to the end of the lease that is left, if any. */
  async function work(until: Date, stopping: AbortSignal) {
    let leasedUntil = until;
    const seen = { done: 0, failures: 0, isWhole: true };
    for (const step of steps) {
      if (stopping.aborted) return { ...seen, leasedUntil, isWhole: false };
      try {
        seen.done += await step.run();
      } catch (error) {
        seen.failures += 1;
        logger.error({ err: error, job: name, step: step.name }, "a step of a job failed");
      }
      const next = later(LEASE_MS);
      if (!(await repository.renew(name, leasedUntil, next))) return { ...seen, leasedUntil: null };
      leasedUntil = next;
    }
    return { ...seen, leasedUntil };
  }

  return {
    name,
    async run(stopping: AbortSignal): Promise<number> {
      const until = later(LEASE_MS);
      if (!(await repository.claim(name, clock.now(), until))) return 0;
      const { done, failures, isWhole, leasedUntil } = await work(until, stopping);
      const pauseMs = failures > 0 ? RETRY_MS : everyMs;
      if (leasedUntil) {
        await repository.release(name, leasedUntil, isWhole ? later(pauseMs) : clock.now());
      }
      return done;
    },
    async nextDueAt() {
      const job = await repository.find(name);
      if (!job) return clock.now();
      return job.leasedUntil && job.leasedUntil > job.dueAt ? job.leasedUntil : job.dueAt;
    },
  } satisfies Job;
}
