import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

type Attribute = string | number | boolean;
export type Attributes = Record<string, Attribute | undefined>;

/** OTLP: internal, server or client. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;
type Kind = keyof typeof KINDS;

/** Of all spans of a request: they move together into a caller's trace. */
type Trace = { id: string; remoteParentId?: string; readonly isSampled: boolean };

export type FinishedSpan = {
  trace: { readonly id: string };
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  startedAtMs: number;
  endedAtMs: number;
  attributes: Attributes;
  isFailed: boolean;
};

/** Attributes never have text of a request: no URL, query or error message. */
export type Span = {
  readonly spanId: string;
  readonly traceparent: string;
  name: string;
  attributes: Attributes;
  isFailed: boolean;
  end(): void;
};

type Tracing = { isSampled(traceId: string): boolean; finish(span: FinishedSpan): void };
type Options = { kind?: Kind; attributes?: Attributes; traceId?: string };

type OwnSpan = Span & { readonly trace: Trace };

const current = new AsyncLocalStorage<OwnSpan>();
let tracing: Tracing | undefined;

/** No span exists before. `undefined` stops it. */
export function traceWith(next: Tracing | undefined): void {
  tracing = next;
}

export const isTracing = (): boolean => tracing !== undefined;

export const isInSpan = (): boolean => current.getStore() !== undefined;

/** `traceId` begins a trace; otherwise the span belongs to the current one. Call `end`. */
export function startSpan(name: string, options: Options = {}): Span {
  return begin(name, options);
}

function begin(name: string, { kind = "internal", attributes = {}, traceId }: Options): OwnSpan {
  const parent = traceId === undefined ? current.getStore() : undefined;
  const trace = parent?.trace ?? newTrace(traceId ?? newId(16));
  const startedAtMs = now();
  const span: OwnSpan = {
    trace,
    spanId: newId(8),
    name,
    attributes,
    isFailed: false,
    get traceparent() {
      return `00-${trace.id}-${span.spanId}-${trace.isSampled ? "01" : "00"}`;
    },
    end() {
      if (!trace.isSampled) return;
      tracing?.finish({
        trace,
        spanId: span.spanId,
        parentSpanId: parent?.spanId ?? trace.remoteParentId,
        name: span.name,
        kind: KINDS[kind],
        startedAtMs,
        endedAtMs: now(),
        attributes: span.attributes,
        isFailed: span.isFailed,
      });
    },
  };
  return span;
}

function newTrace(id: string): Trace {
  return { id, isSampled: tracing?.isSampled(id) ?? false };
}

export function runIn<T>(span: Span, work: () => T): T {
  return current.run(span as OwnSpan, work);
}

export async function inSpan<T>(
  name: string,
  options: Options,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(undefined);
  const span = begin(name, options);
  try {
    return await current.run(span, () => work(span));
  } catch (error) {
    span.isFailed = true;
    span.attributes["error.type"] ??= typeOf(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Only for a caller with a valid key. Our own id decides whether the trace is recorded. */
export function continueTrace(traceparent: string | null | undefined): void {
  const trace = current.getStore()?.trace;
  const [, traceId, parentId] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (!trace || traceId === undefined || parentId === undefined) return;
  trace.id = traceId;
  trace.remoteParentId = parentId;
}

// W3C Trace Context: no id is all zeros.
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = current.getStore();
  return span ? { trace_id: span.trace.id, span_id: span.spanId } : {};
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function newId(bytes: number): string {
  return randomBytes(bytes)
    .toString("hex")
    .replace(/^0+$/, "1".padStart(2 * bytes, "0"));
}

/** In ms since 1970, and never back within a process. */
const now = () => performance.timeOrigin + performance.now();
