import { dayOf, startOfDay } from "#lib/platform/values/local-day.ts";

export const PERIOD_DAYS = [7, 30, 90] as const;
export type PeriodDays = (typeof PERIOD_DAYS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
const QUARTER_HOUR_MS = 15 * 60 * 1000;

/** Both inclusive. */
export type Period = { from: Date; to: Date };

/** `day`: as YYYY-MM-DD. */
export type DayStart = { day: string; at: Date };

/** Today last. */
export function daysOf(now: Date, days: PeriodDays, zone: string): DayStart[] {
  const today = Date.parse(dayOf(now, zone));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, at: startOfDay(day, zone) };
  });
}

/** Ends at the time of day of `current`: an unfinished day is not compared with a whole one. */
export function previousOf({ from, to }: Period, days: PeriodDays): Period {
  const lengthMs = days * DAY_MS;
  const end = Math.min(to.getTime() - lengthMs, from.getTime() - 1);
  return { from: new Date(from.getTime() - lengthMs), to: new Date(end) };
}

export function startOfQuarterHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
}
