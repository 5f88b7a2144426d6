import type { Mode } from "#lib/platform/configuration/mode.ts";

/** Parameters that every console link keeps. */
export type Along = { mode?: Mode | undefined; lang?: string | undefined };

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
