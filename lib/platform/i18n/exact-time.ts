const FORMAT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

const utc = new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone: "UTC" });

/** The console's one format: `22 Nov 2026, 07:33:05 UTC`. */
export function utcTime(at: Date): string {
  return `${utc.format(at)} UTC`;
}

/** By default in the zone of the browser: `22 Nov 2026, 08:33:05`. */
export function localTime(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", { ...FORMAT, timeZone }).format(at);
}
