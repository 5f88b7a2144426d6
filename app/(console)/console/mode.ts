import type { Mode } from "#lib/platform/mode.ts";

/** What a page of the console is asked with. */
export type PageQuery = Record<string, string | string[] | undefined>;

/** The mode a page is asked to show: test unless its address says live. */
export function modeOf(query: PageQuery): Mode {
  return query["mode"] === "live" ? "live" : "test";
}
