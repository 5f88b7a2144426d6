import { randomUUID } from "node:crypto";
import type { Logger } from "#lib/platform/logger.ts";
import type { Attributes, FinishedSpan } from "./tracer.ts";

const BATCH = 512;
const MAX_WAITING = 2_048;
const EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
const WARNED_EVERY_MS = 60_000;

type Options = {
  /** Without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  logger: Pick<Logger, "warn">;
  everyMs?: number;
  fetch?: typeof globalThis.fetch | undefined;
};

/** OTLP/HTTP as JSON. Spans that can't be sent are dropped: nothing waits for them. */
export function createExporter({ endpoint, headers, resource, logger, ...options }: Options) {
  const { everyMs = EVERY_MS, fetch = globalThis.fetch } = options;
  const all = { "service.instance.id": randomUUID(), ...resource };
  const waiting: FinishedSpan[] = [];
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function send(spans: readonly FinishedSpan[]): Promise<void> {
    const scopeSpans = [{ scope: { name: "bankside" }, spans: spans.map(toOtlp) }];
    const body = { resourceSpans: [{ resource: { attributes: listed(all) }, scopeSpans }] };
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector of traces answered ${response.status}`);
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await send(batch);
      } catch (error) {
        dropped += batch.length + waiting.splice(0).length;
        warn(error);
      }
    }
  }

  function warn(err: unknown): void {
    if (performance.now() - warnedAt < WARNED_EVERY_MS) return;
    warnedAt = performance.now();
    logger.warn({ err, dropped }, "traces could not be sent");
    dropped = 0;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(sendAll);
    return sending;
  }

  return {
    finish(span: FinishedSpan): void {
      if (waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      timer ??= setTimeout(flush, everyMs).unref();
    },
    flush,
  };
}

function toOtlp(span: FinishedSpan) {
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

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function listed(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typed(value) }],
  );
}

function typed(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
