const MINUTE_MS = 60_000;

/** An IANA name that this runtime knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** `day`: ISO 8601. A day can start later than midnight. */
export function startOfDay(day: string, zone: string): Date {
  return momentOf(`${day}T00:00`, zone);
}

/** `minute`: on the clocks of `zone`, `2026-01-15T08:30`. Of a repeated minute, the first; instead of a skipped one, a later one. */
export function momentOf(minute: string, zone: string): Date {
  const shown = Date.parse(`${minute}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const before = shown - offsetMs(shown - 24 * 60 * MINUTE_MS, zone);
  const after = shown - offsetMs(shown + 24 * 60 * MINUTE_MS, zone);
  const isRight = (at: number) => at + offsetMs(at, zone) === shown;
  return new Date([before, after].find(isRight) ?? Math.max(before, after));
}

/** The day in `zone`, ISO 8601. */
export function dayOf(at: Date, zone: string): string {
  return minuteOf(at, zone).slice(0, 10);
}

export function minuteOf(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 16);
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const { year, month, day, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
