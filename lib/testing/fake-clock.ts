import type { Clock } from "#lib/platform/clock/clock.ts";

/** Only a test moves it. */
export type FakeClock = Clock & {
  advance(duration: { ms?: number; seconds?: number; minutes?: number }): void;
};

/** Starts at a whole second, since some times are stored in seconds. */
export function createFakeClock(start = new Date("2026-01-15T12:00:00Z")): FakeClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance({ ms = 0, seconds = 0, minutes = 0 }) {
      now += ms + seconds * 1_000 + minutes * 60_000;
    },
  };
}
