import type { Mode } from "#lib/platform/configuration/mode.ts";

export type PageQuery = Record<string, string | string[] | undefined>;

/** `test` unless the query asks for `live`. */
export function modeOf(query: PageQuery): Mode {
  return query["mode"] === "live" ? "live" : "test";
}
