import { digest } from "#lib/platform/values/ids.ts";

export function digestsOf(key: string): { digest: string; scoped: string } {
  const plain = digest(key);
  return { digest: plain, scoped: scopedDigest(plain) };
}

/**
 * Processes that know less of scopes find keys by the plain digest, and would give a key all rights of its method: they can't find one
 * that has fewer by this one. Made of a digest, so that a key can lose rights later.
 */
export function scopedDigest(plain: string): string {
  return digest(`scoped:${plain}`);
}
