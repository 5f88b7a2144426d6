import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import type { ApiKeyRow } from "./api-key.ts";

/** A key for bank statements is used on a machine that fetches files, and does nothing else. */
export const OF_WEB_KEYS = SCOPES.filter((scope) => scope !== "statements");

/** Apps and tills. */
const OF_OTHER_KEYS: readonly Scope[] = ["read", "create"];

export function scopesOf({
  method,
  scopes,
  withheld,
}: Pick<ApiKeyRow, "method" | "scopes" | "withheld">): readonly Scope[] {
  if (scopes !== null) return scopes;
  if (method !== "web") return OF_OTHER_KEYS;
  return OF_WEB_KEYS.filter((scope) => !withheld?.includes(scope));
}
