import type { Mode } from "#lib/platform/mode.ts";

/** What travels along in every link of the console: which mode is looked at, and a language that was asked for. */
export type Along = { mode?: Mode | undefined; lang?: string | undefined };

/** The path of a console page; `page` begins with a slash, and what is undefined in `query` is left out. */
export function consolePath(
  page: "" | `/${string}` = "",
  query: Record<string, string | undefined> = {},
): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const search = new URLSearchParams(given).toString();
  return `/console${page}${search && `?${search}`}`;
}
