import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { FinishedSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { spansBody } from "./spans.ts";

const BATCH = 512;
const MAX_WAITING = 2_048;
const EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
const WARNED_EVERY_MS = 60_000;

type Options = {
  /** The collector's, without `/v1/…`. */
  endpoint: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  logger: Pick<Logger, "warn">;
  everyMs?: number;
  fetch?: typeof globalThis.fetch | undefined;
};

/** OTLP/HTTP as JSON. What can't be sent is dropped: nothing waits for it. */
export function createExporter({ endpoint, headers, resource, logger, ...options }: Options) {
  const { everyMs = EVERY_MS, fetch = globalThis.fetch } = options;
  const toBody = spansBody(resource);
  const waiting: FinishedSpan[] = [];
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  async function send(spans: readonly FinishedSpan[]): Promise<void> {
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(toBody(spans)),
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
    add(span: FinishedSpan): void {
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
