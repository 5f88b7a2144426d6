import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { set } from "#lib/platform/telemetry/metrics/record.ts";
import type { Clock } from "./clock.ts";

const EVERY_MS = 30_000;
const SAMPLES = 5;
// A sample is wrong by at most half of this.
const MAX_ROUND_MS = 500;
const STEP_MS = 1_000;
const DRIFT_MS = 5_000;

type Deps = {
  readClock: () => Promise<Date>;
  /** This machine's clock may be set back: do not follow it. */
  neverBack?: boolean;
  logger: Pick<Logger, "warn" | "info">;
  /** Monotonic. */
  elapsedMs?: () => number;
  wallMs?: () => number;
};

export type DatabaseClock = Clock & {
  measure(): Promise<void>;
  follow(): () => void;
};

/**
 * Machines with wrong clocks agree on leases and expiry. Warns (`alert: "clock_drift"`) while this one is more than 5 s off.
 * Small corrections never move time back.
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

  function warn(): void {
    const driftMs = Math.round(wallMs() - offset - elapsedMs());
    set("bankside_clock_drift_seconds", {}, driftMs / 1_000);
    const drifts = Math.abs(driftMs) > DRIFT_MS;
    if (drifts && !isDrifting) {
      logger.warn(
        { alert: "clock_drift", driftMs },
        "this machine's clock is wrong; the database's is used instead",
      );
    }
    if (!drifts && isDrifting) logger.info({ driftMs }, "this machine's clock is correct again");
    isDrifting = drifts;
  }

  async function measure(): Promise<void> {
    const best = await bestSample(readClock, elapsedMs);
    const isQuick = best.roundMs <= MAX_ROUND_MS;
    // A slow first sample is off by seconds, the machine's clock maybe by hours.
    if (!isQuick && !isMeasured) {
      logger.warn({ roundMs: Math.round(best.roundMs) }, "the database clock responds slowly");
    }
    if (isQuick || !isMeasured) {
      isMeasured = true;
      // After sleep our time is too early.
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

async function bestSample(readClock: Deps["readClock"], elapsedMs: () => number) {
  let best = await sample(readClock, elapsedMs);
  for (let taken = 1; taken < SAMPLES && best.roundMs >= MAX_ROUND_MS / 10; taken += 1) {
    const next = await sample(readClock, elapsedMs);
    if (next.roundMs < best.roundMs) best = next;
  }
  return best;
}

async function sample(readClock: Deps["readClock"], elapsedMs: () => number) {
  const before = elapsedMs();
  const time = (await readClock()).getTime();
  const after = elapsedMs();
  return { offset: time - (before + after) / 2, roundMs: after - before };
}
