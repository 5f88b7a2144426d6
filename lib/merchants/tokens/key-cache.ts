import { setTimeout as pauseFor } from "node:timers/promises";
import type { Clock } from "#lib/platform/clock/clock.ts";

/** Waits a number of milliseconds. */
export type Pause = (ms: number) => Promise<unknown>;

type Read<T> = { value: Promise<T>; startedAt: number };

/**
 * Keeps what `read` answers, for as long as each caller allows, so that a value asked for all the time is read seldom.
 * A failure is kept for nobody.
 */
export function createKeyCache<T>({
  clock,
  read,
  gapMs,
  pause = pauseFor,
}: {
  clock: Clock;
  read: () => Promise<T>;
  /** Between two readings by {@link readAnew} there are at least these milliseconds. */
  gapMs: number;
  pause?: Pause | undefined;
}) {
  let last: Read<T> | undefined;
  let next: Promise<T> | undefined;

  const ageMs = (since: number) => Math.abs(clock.now().getTime() - since);

  function readNow(): Promise<T> {
    const own: Read<T> = { value: read(), startedAt: clock.now().getTime() };
    last = own;
    own.value.catch(() => {
      if (last === own) last = undefined;
    });
    return own.value;
  }

  async function waitAndRead(waitMs: number): Promise<T> {
    try {
      await pause(waitMs);
    } finally {
      next = undefined;
    }
    return readNow();
  }

  return {
    /** What was read at most `maxAgeMs` ago. */
    get(maxAgeMs: number): Promise<T> {
      return last && ageMs(last.startedAt) <= maxAgeMs ? last.value : readNow();
    },

    /** What is read from now on: all who ask while it waits for its turn share one reading. */
    readAnew(): Promise<T> {
      const waitMs = last ? gapMs - ageMs(last.startedAt) : 0;
      if (!next && waitMs <= 0) return readNow();
      next ??= waitAndRead(waitMs);
      return next;
    },

    /** Forgets what was read. */
    forget(): void {
      last = undefined;
    },
  };
}
