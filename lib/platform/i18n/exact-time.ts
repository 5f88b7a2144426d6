// A browser needs 50 ms for its first Intl.DateTimeFormat.
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");

const MINUTE_MS = 60_000;

/** The console's one format: `22 Nov 2026, 07:33:05 UTC`. */
export function utcTime(at: Date): string {
  return `${format(at)} UTC`;
}

/** In the zone of the browser: `22 Nov 2026, 08:33:05`. */
export function localTime(at: Date): string {
  return format(new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS));
}

function format(at: Date): string {
  const [day = "", clock = ""] = at.toISOString().split("T");
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}, ${clock.slice(0, 8)}`;
}
