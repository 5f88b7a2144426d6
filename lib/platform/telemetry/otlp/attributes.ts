/** OTLP's form. Objects become JSON; `undefined` and `null` are left out. */
export function listed(attributes: Record<string, unknown>) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: typed(value) }],
  );
}

function typed(value: unknown) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value !== "number") return { stringValue: JSON.stringify(value) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** OTLP's form of a time in ms since 1970. */
export const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);
