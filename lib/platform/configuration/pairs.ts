/** OpenTelemetry's lists: `key=value,key=value`, with values percent-encoded. `undefined` if it is none. */
export function parseOtelPairs(text: string): Record<string, string> | undefined {
  const pairs: [string, string][] = [];
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const [, key, value = ""] = /^([^\s=,;"\\]+)\s*=(.*)$/.exec(part.trim()) ?? [];
    if (key === undefined) return undefined;
    try {
      pairs.push([key, decodeURIComponent(value.trim())]);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(pairs);
}
