import type { Clock } from "#lib/platform/clock/clock.ts";

const FIRST_MS = 10_000;
const MAX_MS = 10 * 60_000;

// More failures have a common cause; forgotten ones are found again.
const MAX_KEPT = 1_000;

type Failure = { count: number; until: number };

export type Postponed = ReturnType<typeof createPostponed>;

export function createPostponed(clock: Clock) {
  const failures = new Map<string, Failure>();

  return {
    /** Waits 10 s, doubling up to 10 min. */
    add(id: string): void {
      const count = (failures.get(id)?.count ?? 0) + 1;
      const restMs = Math.min(FIRST_MS * 2 ** (count - 1), MAX_MS);
      failures.delete(id);
      failures.set(id, { count, until: clock.now().getTime() + restMs });
      const [oldest] = failures.keys();
      if (failures.size > MAX_KEPT && oldest !== undefined) failures.delete(oldest);
    },

    forget: (id: string): void => void failures.delete(id),

    ids(): string[] {
      const now = clock.now().getTime();
      return [...failures].filter(([, { until }]) => until > now).map(([id]) => id);
    },
  };
}
