import { setTimeout as sleep } from "node:timers/promises";

// At most one check per second.
const KEPT_MS = 1_000;
const PATIENCE_MS = 2_000;

/** A result may be a second old. */
export function createReadiness(
  check: () => Promise<boolean>,
  elapsedMs: () => number = () => performance.now(),
  patienceMs = PATIENCE_MS,
): () => Promise<boolean> {
  let response: Promise<boolean> | undefined;
  let answeredAt = Number.POSITIVE_INFINITY;

  let underWay: Promise<boolean> | undefined;

  function checkOnce(): Promise<boolean> {
    underWay ??= check()
      .catch(() => false)
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  async function ask(): Promise<boolean> {
    const patience = new AbortController();
    const late = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
    try {
      return await Promise.race([checkOnce(), late]);
    } finally {
      patience.abort();
      answeredAt = elapsedMs();
    }
  }

  return async () => {
    if (!response || elapsedMs() - answeredAt > KEPT_MS) {
      answeredAt = Number.POSITIVE_INFINITY;
      response = ask();
    }
    return response;
  };
}
