import { createHash, randomBytes } from "node:crypto";

/**
 * W3C Trace Context, version 00. The trace id is the event's, the parent id is new for each attempt. Always sampled: every
 * attempt is recorded.
 */
export function traceparent(eventId: string): string {
  const traceId = createHash("sha256").update(`trace:${eventId}`).digest("hex").slice(0, 32);
  // All zeros is not a valid id.
  const parentId = randomBytes(8).toString("hex").replace(/^0+$/, "0000000000000001");
  return `00-${traceId}-${parentId}-01`;
}
