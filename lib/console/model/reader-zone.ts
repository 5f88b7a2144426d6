import { isTimeZone } from "#lib/platform/values/local-day.ts";

/** Set by the browser, so that the server knows the days of the reader's time zone. */
export const ZONE_COOKIE = "bankside-zone";

export function parseZone(text = ""): string {
  return isTimeZone(text) ? text : "UTC";
}
