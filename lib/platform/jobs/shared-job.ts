import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { count } from "#lib/platform/telemetry/metrics/record.ts";
import type { Job } from "./job.ts";
import type { JobState } from "./repository.ts";
import * as repository from "./repository.ts";

export type { JobState };

const LEASE_MS = 10 * 60_000;
const RETRY_MS = 5 * 60_000;

export type Step = { name: string; run: () => Promise<number> };

export const listJobs = (db: Database): Promise<JobState[]> => repository.list(db);

/**
 * One worker runs it every `everyMs`. A failed step stops no other, and the job is due again in 5 minutes. A dead worker's lease
 * ends within 10 minutes.
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
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  async function work(until: Date, stopping: AbortSignal) {
    let leasedUntil = until;
    const seen = { done: 0, failures: 0, isWhole: true };
    for (const step of steps) {
      if (stopping.aborted) return { ...seen, leasedUntil, isWhole: false };
      try {
        seen.done += await step.run();
      } catch (error) {
        seen.failures += 1;
        count("bankside_job_failures_total", { name });
        logger.error({ err: error, job: name, step: step.name }, "a step of a job failed");
      }
      const next = later(LEASE_MS);
      if (!(await repository.renew(db, name, leasedUntil, next)))
        return { ...seen, leasedUntil: null };
      leasedUntil = next;
    }
    return { ...seen, leasedUntil };
  }

  return {
    name,
    async run(stopping: AbortSignal): Promise<number> {
      const until = later(LEASE_MS);
      if (!(await repository.lease(db, name, clock.now(), until))) return 0;
      const { done, failures, isWhole, leasedUntil } = await work(until, stopping);
      const pauseMs = failures > 0 ? RETRY_MS : everyMs;
      if (leasedUntil) {
        const now = clock.now();
        await repository.release(
          db,
          name,
          leasedUntil,
          isWhole
            ? {
                dueAt: later(pauseMs),
                lastRunAt: now,
                failedSteps: failures,
                ...(failures > 0 && { lastFailedAt: now }),
              }
            : { dueAt: now },
        );
      }
      return done;
    },
    async nextDueAt() {
      const job = await repository.find(db, name);
      if (!job) return clock.now();
      return job.leasedUntil && job.leasedUntil > job.dueAt ? job.leasedUntil : job.dueAt;
    },
  } satisfies Job;
}
