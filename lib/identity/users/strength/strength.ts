import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#lib/platform/errors.ts";
import { createTaskThread } from "#lib/platform/task-thread/thread.ts";
import type { Guess } from "./estimate.ts";

/** Estimates how hard a password is to guess, from 0 to 4. Throws `unavailable` while too many wait. */
export type EstimateStrength = (guess: Guess) => Promise<number>;

const RETRY_SECONDS = 5;

/** Estimates passwords in a thread. */
export function createStrengthEstimator(): EstimateStrength {
  const unavailable = (cause?: unknown) =>
    new AppError("unavailable", { retryAfterSeconds: RETRY_SECONDS, cause });
  return createTaskThread<Guess, number>({
    // Every command of the project runs at its root. Next finds the file by this path too, and bundles it.
    start: (options) =>
      new Worker(join(process.cwd(), "lib/identity/users/strength/thread.ts"), options),
    // The first estimate of a busy machine of two cores takes a second.
    ms: 10_000,
    megabytes: 256,
    waiting: 40,
    busy: unavailable,
    exceeded: unavailable,
  });
}
