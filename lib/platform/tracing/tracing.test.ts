import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createSampler, SAMPLERS } from "#lib/platform/configuration/sampler.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import {
  continueTrace,
  type FinishedSpan,
  inSpan,
  runIn,
  startSpan,
  traceWith,
} from "#lib/platform/telemetry/tracing/tracer.ts";

const CALLERS = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${CALLERS}-b7ad6b7169203331-01`;

afterEach(() => traceWith(undefined));

function collect(isSampled: (traceId: string) => boolean = () => true): FinishedSpan[] {
  const spans: FinishedSpan[] = [];
  traceWith({ isSampled, finish: (span) => spans.push(span) });
  return spans;
}

describe("spans", () => {
  it("form one trace with parents, and record a failure without its text", async () => {
    const spans = collect();
    const failing = inSpan("outer", {}, () =>
      inSpan("inner", { kind: "client" }, () =>
        Promise.reject(Object.assign(new Error("NL91ABNA0417164300"), { code: "EPIPE" })),
      ),
    );
    await assert.rejects(failing);
    const [inner, outer] = spans;
    assert.ok(inner && outer);
    assert.deepEqual([inner.name, inner.kind, outer.name, outer.kind], ["inner", 3, "outer", 1]);
    assert.equal(inner.parentSpanId, outer.spanId);
    assert.equal(inner.trace.id, outer.trace.id);
    assert.equal(outer.parentSpanId, undefined);
    assert.deepEqual(inner.attributes, { "error.type": "EPIPE" });
    assert.ok(inner.isFailed && outer.isFailed);
    assert.doesNotMatch(JSON.stringify(spans), /NL91/);
  });

  it("do not exist while tracing is off", async () => {
    assert.equal(await inSpan("x", {}, async (span) => span), undefined);
  });

  it("continue a caller's trace with all their children", async () => {
    const spans = collect();
    await inSpan("request", {}, async (request) => {
      await inSpan("key", {}, async () => undefined);
      continueTrace(traceparent);
      assert.match(request?.traceparent ?? "", new RegExp(`^00-${CALLERS}-[\\da-f]{16}-01$`));
      await inSpan("work", {}, async () => undefined);
    });
    assert.deepEqual(new Set(spans.map(({ trace }) => trace.id)), new Set([CALLERS]));
    assert.equal(spans.find(({ name }) => name === "request")?.parentSpanId, "b7ad6b7169203331");
  });

  it("start a new trace if the caller's is invalid", async () => {
    const spans = collect();
    for (const broken of [
      null,
      "",
      "00-xyz",
      `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
      `00-${CALLERS}-${"0".repeat(16)}-01`,
      `${traceparent}-more`,
      traceparent.toUpperCase(),
    ]) {
      await inSpan("request", {}, async () => continueTrace(broken));
    }
    assert.ok(spans.every(({ trace, parentSpanId }) => trace.id !== CALLERS && !parentSpanId));
  });

  it("are recorded by our decision, not by the caller's flag", async () => {
    const spans = collect((traceId) => traceId === CALLERS);
    await inSpan("request", {}, async (request) => {
      continueTrace(traceparent);
      assert.match(request?.traceparent ?? "", /-00$/);
    });
    assert.deepEqual(spans, []);
  });

  it("show the trace in the log", () => {
    collect();
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
    const span = startSpan("x");
    runIn(span, () => logger.info({ headers: { cookie: "secret" } }, "inside"));
    logger.info("outside");
    assert.deepEqual(
      [lines[0]?.["trace_id"], lines[0]?.["span_id"], lines[1]?.["trace_id"]],
      [span.traceparent.slice(3, 35), span.spanId, undefined],
    );
    assert.deepEqual(lines[0]?.["headers"], { cookie: "[redacted]" });
  });
});

describe("samplers", () => {
  const ids = Array.from({ length: 2_000 }, () => crypto.randomUUID().replaceAll("-", ""));
  const shareOf = (name: (typeof SAMPLERS)[number], ratio = 1) =>
    ids.filter(createSampler(name, ratio)).length / ids.length;

  it("record all, none or a share", () => {
    for (const name of SAMPLERS) {
      if (name.endsWith("on")) assert.equal(shareOf(name, 0), 1);
      else if (name.endsWith("off")) assert.equal(shareOf(name), 0);
      else {
        assert.equal(shareOf(name, 0), 0);
        assert.equal(shareOf(name, 1), 1);
        assert.ok(Math.abs(shareOf(name, 0.25) - 0.25) < 0.08);
      }
    }
  });
});
