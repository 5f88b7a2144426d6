import { z } from "@hono/zod-openapi";

const MAX_KEYS = 50;
const MAX_DEPTH = 5;
const MAX_BYTES = 8 * 1024;

/** Refuses the key `__proto__`: other programs may read it as a prototype. */
export const metadataField = z
  .custom<Record<string, unknown>>()
  .superRefine((value, context) => {
    const message = findFault(value);
    if (message) context.addIssue({ code: "custom", message });
  })
  .openapi({
    type: "object",
    additionalProperties: true,
    description: `Your own fields, flat or nested: at most ${MAX_KEYS} keys, ${MAX_DEPTH} levels and ${MAX_BYTES} bytes as JSON. Send numbers that a 64-bit float can't represent exactly as strings`,
  });

function findFault(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "must be an object";
  const size = { keys: 0 };
  const fault = findFaultIn(value, 1, size);
  if (fault) return fault;
  if (size.keys > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) {
    return `must have at most ${MAX_BYTES} bytes as JSON`;
  }
  return undefined;
}

function findFaultIn(value: unknown, depth: number, size: { keys: number }): string | undefined {
  if (typeof value !== "object" || value === null) return findFaultOfLeaf(value);
  if (depth > MAX_DEPTH) return `must have at most ${MAX_DEPTH} levels`;
  if (!Array.isArray(value)) size.keys += Object.keys(value).length;
  for (const [key, child] of Object.entries(value)) {
    if (key === "__proto__") return "must not have a key __proto__";
    const fault = findFaultOfLeaf(key) ?? findFaultIn(child, depth + 1, size);
    if (fault) return fault;
  }
  return undefined;
}

function findFaultOfLeaf(value: unknown): string | undefined {
  return typeof value === "string" && !isStorable(value) ? UNSTORABLE : undefined;
}

const UNSTORABLE = "must not contain U+0000 or an unpaired surrogate";

// PostgreSQL refuses both in jsonb.
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
