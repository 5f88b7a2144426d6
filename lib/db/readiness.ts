import { setTimeout as sleep } from "node:timers/promises";
import { stopping } from "#lib/shutdown.ts";

// However many ask, the database is asked once a second.
const KEPT_MS = 1_000;
const PATIENCE_MS = 2_000;

/**
 * Tells whether requests can be served: not in a process that stops, and only if `check` is true within 2 s. An answer may be
 * a second old.
 */
export function createReadiness(
  check: () => Promise<boolean>,
  elapsedMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let answeredAt = Number.POSITIVE_INFINITY;

  async function ask(): Promise<boolean> {
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([check().catch(() => false), late]);
    } finally {
      patience.abort();
      answeredAt = elapsedMs();
    }
  }

  return async () => {
    if (stopping().aborted) return false;
    if (!answer || elapsedMs() - answeredAt > KEPT_MS) {
      answeredAt = Number.POSITIVE_INFINITY;
      answer = ask();
    }
    return answer;
  };
}
