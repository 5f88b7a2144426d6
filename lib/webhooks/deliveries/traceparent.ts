import { hash, randomBytes } from "node:crypto";

/** W3C Trace Context, version 00: trace id of the event, parent id of the attempt's span. Always sampled. */
export function traceparent(eventId: string, parentId = newParentId()): string {
  return `00-${traceIdOf(eventId)}-${parentId}-01`;
}

export function traceIdOf(eventId: string): string {
  return hash("sha256", `trace:${eventId}`).slice(0, 32);
}

function newParentId(): string {
  // All zeros is not a valid id.
  return randomBytes(8).toString("hex").replace(/^0+$/, "0000000000000001");
}
