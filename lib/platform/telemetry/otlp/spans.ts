import type { FinishedSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { listed, nanoseconds } from "./attributes.ts";

export const spansBody = (resource: Record<string, string>) => {
  const attributes = listed(resource);
  return (spans: readonly FinishedSpan[]) => ({
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [{ scope: { name: "bankside" }, spans: spans.map(toSpan) }],
      },
    ],
  });
};

function toSpan(span: FinishedSpan) {
  return {
    traceId: span.trace.id,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: listed(span.attributes),
    status: span.isFailed ? { code: 2 } : {},
  };
}
