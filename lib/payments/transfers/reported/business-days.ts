const DAY_MS = 86_400_000;

/**
 * Earlier transfers have had `count` whole business days (UTC). Closed like TARGET: weekends, New Year's Day, Good Friday,
 * Easter Monday, 1 May, 25 and 26 December.
 */
export function businessDaysBefore(now: Date, count: number): Date {
  let day = startOfDay(now);
  for (let left = count; left > 0; ) {
    day -= DAY_MS;
    if (isBusinessDay(new Date(day))) left -= 1;
  }
  return new Date(day);
}

function startOfDay(time: Date): number {
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
}

function isBusinessDay(day: Date): boolean {
  const isWeekend = [0, 6].includes(day.getUTCDay());
  return !isWeekend && !closingDays(day.getUTCFullYear()).includes(day.getTime());
}

function closingDays(year: number): number[] {
  const easter = easterSunday(year);
  return [
    Date.UTC(year, 0, 1),
    easter - 2 * DAY_MS,
    easter + DAY_MS,
    Date.UTC(year, 4, 1),
    Date.UTC(year, 11, 25),
    Date.UTC(year, 11, 26),
  ];
}

/** Gauss's rule with its two exceptions; valid from 1900 to 2099. */
function easterSunday(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const days = 22 + moon + toSunday;
  const isLate = days === 57 || (days === 56 && moon === 28 && toSunday === 6 && year % 19 > 10);
  return Date.UTC(year, 2, isLate ? days - 7 : days);
}
