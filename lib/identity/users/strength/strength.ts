import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createTaskThread } from "#lib/platform/task-thread/thread.ts";
import type { Guess } from "./estimate.ts";

/**
 * Score from 0 to 4.
 * @throws AppError `unavailable` while too many wait
 */
export type EstimateStrength = (guess: Guess) => Promise<number>;

const RETRY_SECONDS = 5;

export function createStrengthEstimator(): EstimateStrength {
  const unavailable = (cause?: unknown) =>
    new AppError("unavailable", { retryAfterSeconds: RETRY_SECONDS, cause });
  return createTaskThread<Guess, number>({
    // Next also finds and bundles the file by this path.
    start: (options) =>
      new Worker(join(process.cwd(), "lib/identity/users/strength/thread.ts"), options),
    // The first estimate can take a second on a busy two-core machine.
    ms: 10_000,
    megabytes: 256,
    waiting: 40,
    busy: unavailable,
    exceeded: unavailable,
  });
}
