import type { Scope } from "#lib/merchants/model/scope.ts";
import { digest } from "#lib/platform/values/ids.ts";

/**
 * Processes that know no scopes find keys by the plain digest, and would give a scoped key all rights of its method: they can't find
 * it by this one.
 */
export function digestFor(key: string, scopes: Scope[] | null): string {
  const { digest, scoped } = digestsOf(key);
  return scopes === null ? digest : scoped;
}

export function digestsOf(key: string): { digest: string; scoped: string } {
  return { digest: digest(key), scoped: digest(`scoped:${key}`) };
}
