import { setTimeout as pauseFor } from "node:timers/promises";
import type { Clock } from "#lib/platform/clock/clock.ts";

export type Pause = (ms: number) => Promise<unknown>;

type Read<T> = { value: Promise<T>; startedAt: number };

/** Failures are not cached. */
export function createKeyCache<T>({
  clock,
  read,
  gapMs,
  pause = pauseFor,
}: {
  clock: Clock;
  read: () => Promise<T>;
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
    get(maxAgeMs: number): Promise<T> {
      return last && ageMs(last.startedAt) <= maxAgeMs ? last.value : readNow();
    },

    reread(): Promise<T> {
      const waitMs = last ? gapMs - ageMs(last.startedAt) : 0;
      if (!next && waitMs <= 0) return readNow();
      next ??= waitAndRead(waitMs);
      return next;
    },

    forget(): void {
      last = undefined;
    },
  };
}
