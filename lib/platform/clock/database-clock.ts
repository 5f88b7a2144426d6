import type { Logger } from "#lib/platform/logger.ts";
import type { Clock } from "./clock.ts";

const EVERY_MS = 30_000;
const SAMPLES = 5;
// Half of this is the most a sample may be wrong by.
const MAX_ROUND_MS = 500;
const STEP_MS = 1_000;
const DRIFT_MS = 5_000;

type Deps = {
  /** Reads the time all processes agree on. */
  readClock: () => Promise<Date>;
  /** For a clock that is this machine's own: it may be set back, which ours does not follow. */
  neverBack?: boolean;
  logger: Pick<Logger, "warn" | "info">;
  /** Milliseconds that pass evenly, whatever happens to the time of day. */
  elapsedMs?: () => number;
  wallMs?: () => number;
};

export type DatabaseClock = Clock & {
  /** Measures the offset again; keeps the one measured before when no sample was quick enough. */
  measure(): Promise<void>;
  /** Measures every 30 s until the result is called. */
  follow(): () => void;
};

/**
 * A clock that follows the database's, so that processes on machines with wrong or jumping clocks agree on leases and
 * expiry. Until the first {@link DatabaseClock.measure} it is the machine's. It warns (`alert: "clock_drift"`) while the
 * machine's clock is more than 5 s off. Small corrections never turn it back.
 */
export function createDatabaseClock(deps: Deps): DatabaseClock {
  const { readClock, neverBack = false, logger } = deps;
  const { elapsedMs = () => performance.now(), wallMs = Date.now } = deps;
  let offset = wallMs() - elapsedMs();
  let last = Number.NEGATIVE_INFINITY;
  let isDrifting = false;
  let isMeasured = false;

  function now(): number {
    const time = offset + elapsedMs();
    const isSmallStepBack = time < last && (neverBack || last - time < STEP_MS);
    if (!isSmallStepBack) last = time;
    return last;
  }

  async function sample() {
    const before = elapsedMs();
    const time = (await readClock()).getTime();
    const after = elapsedMs();
    return { offset: time - (before + after) / 2, roundMs: after - before };
  }

  function warn(): void {
    const driftMs = Math.round(wallMs() - offset - elapsedMs());
    const drifts = Math.abs(driftMs) > DRIFT_MS;
    if (drifts && !isDrifting) {
      logger.warn(
        { alert: "clock_drift", driftMs },
        "this machine's clock is wrong; the database's is used instead",
      );
    }
    if (!drifts && isDrifting) logger.info({ driftMs }, "this machine's clock is right again");
    isDrifting = drifts;
  }

  async function bestSample() {
    let best = await sample();
    for (let taken = 1; taken < SAMPLES && best.roundMs >= MAX_ROUND_MS / 10; taken += 1) {
      const next = await sample();
      if (next.roundMs < best.roundMs) best = next;
    }
    return best;
  }

  async function measure(): Promise<void> {
    const best = await bestSample();
    const isQuick = best.roundMs <= MAX_ROUND_MS;
    // A first measure that is some seconds off is better than a machine's clock that may be off by hours.
    if (!isQuick && !isMeasured) {
      logger.warn({ roundMs: Math.round(best.roundMs) }, "the database tells its time slowly");
    }
    if (isQuick || !isMeasured) {
      isMeasured = true;
      // A machine that slept comes back with too early a time; one that was set back changes nothing.
      offset = neverBack ? Math.max(offset, best.offset) : best.offset;
    }
    warn();
  }

  return {
    now: () => new Date(now()),
    measure,
    follow() {
      const timer = setInterval(() => {
        measure().catch((error: unknown) =>
          logger.warn({ err: error }, "the database's clock could not be read"),
        );
      }, EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
