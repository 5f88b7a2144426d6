import { createHash } from "node:crypto";
import type { Credit } from "./statement.ts";

/** `ref`: by the bank's own id, which is unique. */
export function digestKey(
  kind: "ref" | "part" | "sum",
  parts: (string | number | null | undefined)[],
): string {
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return `${kind}:${createHash("sha256").update(text).digest("hex")}`;
}

/** Two credits without an id may be identical. */
export function numbered(credits: Credit[]): Credit[] {
  const seen = new Map<string, number>();
  return credits.map((credit) => {
    const count = (seen.get(credit.key) ?? 0) + 1;
    seen.set(credit.key, count);
    const isAnother = !credit.key.startsWith("ref:") && count > 1;
    return isAnother ? { ...credit, key: `${credit.key}:${count}` } : credit;
  });
}
