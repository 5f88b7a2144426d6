import { digest } from "#lib/platform/values/ids.ts";

/** Independent of key order; ignores `undefined` fields. */
export function fingerprint(value: unknown): string {
  return digest(JSON.stringify(sortKeys(value)));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  const present = entries.filter(([, entry]) => entry !== undefined);
  // Pairs, because integer-like keys order themselves and `__proto__` would vanish.
  return { pairs: present.map(([key, entry]) => [key, sortKeys(entry)]) };
}
