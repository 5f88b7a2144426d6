import { setTimeout as sleep } from "node:timers/promises";
import { isOutage, remedyOf } from "#lib/platform/failures/failures.ts";
import { stopping } from "#lib/platform/http/shutdown.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { WaitingError } from "./migration-errors.ts";

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
const PATIENCE_MS = 2_000;

/**
 * While the database is unreachable, or waits for somebody's change. `undefined` if the process stops.
 * Throws what waiting can't fix; the message of a permanent refusal is one sentence with the remedy.
 */
export async function openPatiently<T>(
  open: () => Promise<T>,
  logger: Pick<Logger, "error" | "info">,
  firstPauseMs = FIRST_PAUSE_MS,
): Promise<T | undefined> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      const remedy = remedyOf(error);
      if (remedy) throw new Error(remedy, { cause: error });
      if (!isOutage(error)) throw error;
      if (error instanceof WaitingError) logger.error({ pauseMs }, error.message);
      else logger.error({ err: error, pauseMs }, "the database can't be reached; trying again");
    }
    await sleep(pauseMs, undefined, { signal: stopping() }).catch(() => undefined);
    if (stopping().aborted) return undefined;
  }
}

/** Throws an outage after `patienceMs`; opening continues. */
export async function withinPatience<T>(opening: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database is still being opened")), patienceMs);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}
