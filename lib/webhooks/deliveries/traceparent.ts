import { createHash, randomBytes } from "node:crypto";

/**
 * The `traceparent` of one attempt (W3C Trace Context, version 00): the trace is the event's, the same over all its
 * attempts and endpoints, the parent id is this attempt's own. Flagged as sampled, since every attempt is recorded.
 */
export function traceparent(eventId: string): string {
  const traceId = createHash("sha256").update(`trace:${eventId}`).digest("hex").slice(0, 32);
  // All zeros would be no valid id.
  const parentId = randomBytes(8).toString("hex").replace(/^0+$/, "0000000000000001");
  return `00-${traceId}-${parentId}-01`;
}
