import { isTimeZone } from "#lib/platform/values/local-day.ts";

export const ZONE_COOKIE = "bankside-zone";

export function parseZone(text = ""): string {
  return isTimeZone(text) ? text : "UTC";
}
