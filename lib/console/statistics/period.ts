/** How many days the figures of the console can reach back. */
export const PERIOD_DAYS = [7, 30, 90] as const;
export type PeriodDays = (typeof PERIOD_DAYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** From `from` to `to`, both included. */
export type Period = { from: Date; to: Date };

/**
 * The last `days` UTC days up to `now`, today included, and as long a time before them: it ends at the same time of day,
 * so that a day that is not over is not compared with a whole one.
 */
export function periodsOf(now: Date, days: PeriodDays): { current: Period; previous: Period } {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = today - (days - 1) * DAY_MS;
  const lengthMs = days * DAY_MS;
  return {
    current: { from: new Date(from), to: now },
    previous: { from: new Date(from - lengthMs), to: new Date(now.getTime() - lengthMs) },
  };
}

/** The UTC days of the last `days` days, today last, as YYYY-MM-DD. */
export function daysOf(now: Date, days: PeriodDays): string[] {
  return Array.from({ length: days }, (_, index) =>
    dayOf(new Date(now.getTime() - (days - 1 - index) * DAY_MS)),
  );
}

/** The UTC day of a moment, as YYYY-MM-DD. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
