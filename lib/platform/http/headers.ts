import type { IncomingMessage } from "node:http";

/** Wherever a reader may find them. Names are in lower case. */
export function replaceHeaders(
  request: IncomingMessage,
  names: readonly string[],
  values: Record<string, string>,
): void {
  // Node builds the second from the raw headers on first read, so read it before they change.
  for (const headers of [request.headers, request.headersDistinct]) {
    for (const name of names) delete headers[name];
  }
  const raw = request.rawHeaders.filter(
    (_, at, all) => !names.includes(all[at - (at % 2)]?.toLowerCase() ?? ""),
  );
  for (const [name, value] of Object.entries(values)) {
    request.headers[name] = value;
    request.headersDistinct[name] = [value];
    raw.push(name, value);
  }
  // Next and Hono build their fetch headers from these.
  request.rawHeaders = raw;
}

/** Without the cost of `Headers`. Names are in lower case. */
export function readHeaders({ headers }: IncomingMessage) {
  return {
    has: (name: string): boolean => headers[name] !== undefined,
    get(name: string): string | null {
      const value = headers[name];
      return (Array.isArray(value) ? value.join(", ") : value) ?? null;
    },
  };
}
