import { cookies } from "next/headers";
import { parseZone, ZONE_COOKIE } from "#lib/console/model/reader-zone.ts";

/** UTC without scripts. */
export async function readerZone(): Promise<string> {
  return parseZone((await cookies()).get(ZONE_COOKIE)?.value);
}
