import { isDay } from "#lib/console/books/entry.ts";
import { readerZone } from "#lib/next/request/reader-zone.ts";
import { dayOf, isTimeZone } from "#lib/platform/values/local-day.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";

/** Of the reader's time zone, without scripts of UTC; else of the one that the address names. `date` is undefined if it is no day. */
export async function askedDay(
  query: PageQuery,
): Promise<{ date: string | undefined; zone: string; asked: string }> {
  const { clock } = await getServices();
  const named = one(query, "zone");
  const zone = named !== undefined && isTimeZone(named) ? named : await readerZone();
  const asked = one(query, "date") ?? dayOf(clock.now(), zone);
  return { date: isDay(asked) ? asked : undefined, zone, asked };
}

export function one(query: PageQuery, name: string): string | undefined {
  const [value] = [query[name]].flat();
  return value === "" ? undefined : value;
}
