export const PERIOD_DAYS = [7, 30, 90] as const;
export type PeriodDays = (typeof PERIOD_DAYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Both inclusive. */
export type Period = { from: Date; to: Date };

/** `previous` ends at the same time of day as `current`, so that an unfinished day is not compared with a whole one. */
export function periodsOf(now: Date, days: PeriodDays): { current: Period; previous: Period } {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = today - (days - 1) * DAY_MS;
  const lengthMs = days * DAY_MS;
  return {
    current: { from: new Date(from), to: now },
    previous: { from: new Date(from - lengthMs), to: new Date(now.getTime() - lengthMs) },
  };
}

/** Today last, as YYYY-MM-DD. */
export function daysOf(now: Date, days: PeriodDays): string[] {
  return Array.from({ length: days }, (_, index) =>
    dayOf(new Date(now.getTime() - (days - 1 - index) * DAY_MS)),
  );
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
