import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOtelPairs } from "#lib/platform/configuration/pairs.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createExporter } from "#lib/platform/telemetry/otlp/exporter.ts";
import { logsBody } from "#lib/platform/telemetry/otlp/logs.ts";
import { spansBody } from "#lib/platform/telemetry/otlp/spans.ts";
import {
  type FinishedSpan,
  runIn,
  startSpan,
  traceWith,
} from "#lib/platform/telemetry/tracing/tracer.ts";
import { startOtlpReceiver } from "#lib/testing/otlp-receiver.ts";
import { until } from "#lib/testing/until.ts";

describe("lists of OpenTelemetry", () => {
  it("have percent-encoded values", () => {
    assert.deepEqual(parseOtelPairs("authorization=Basic%20YTpi==, x-tenant = a"), {
      authorization: "Basic YTpi==",
      "x-tenant": "a",
    });
    for (const wrong of ["no pair", "=x", "a=%zz"]) assert.equal(parseOtelPairs(wrong), undefined);
  });
});

describe("the exporter", () => {
  const span = (name: string): FinishedSpan => ({
    trace: { id: "0af7651916cd43dd8448eb211c80319c" },
    spanId: "b7ad6b7169203331",
    parentSpanId: undefined,
    name,
    kind: 2,
    startedAtMs: 1_768_478_400_000.25,
    endedAtMs: 1_768_478_400_001.5,
    attributes: { text: "a", number: 200, flag: true, nothing: undefined },
    isFailed: true,
  });

  it("sends OTLP as JSON, soon and together, with headers and resource", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const exporter = createExporter({
      signal: "traces",
      endpoint: receiver.url,
      headers: { authorization: "Basic x" },
      toBody: spansBody({ "service.name": "pay" }),
      logger: createLogger("silent"),
      everyMs: 5,
    });
    for (const name of ["one", "two"]) exporter.add(span(name));
    await until(() => receiver.spans().length === 2);
    assert.equal(receiver.bodies.length, 1);
    assert.equal(receiver.bodies[0]?.headers["authorization"], "Basic x");
    assert.equal(receiver.resource()["service.name"], "pay");
    const [one] = receiver.spans();
    assert.deepEqual(one?.attributes, { text: "a", number: "200", flag: true });
    assert.equal(one?.startTimeUnixNano, "1768478400000250000");
    assert.equal(one?.endTimeUnixNano, "1768478400001500000");
    assert.equal(one?.status.code, 2);
  });

  it("keeps a bounded number, drops what can't be sent, says so once, and goes on", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
    const exporter = createExporter({
      ...{ signal: "traces", endpoint: receiver.url, headers: {}, everyMs: 60_000 },
      toBody: spansBody({}),
      logger,
    });
    receiver.state.status = 503;
    for (let index = 0; index < 3_000; index += 1) exporter.add(span("lost"));
    await exporter.flush();
    exporter.add(span("lost"));
    await exporter.flush();
    assert.deepEqual(
      lines.map(({ dropped }) => dropped),
      [3_000],
    );
    receiver.state.status = 200;
    exporter.add(span("kept"));
    await exporter.flush();
    assert.deepEqual(
      receiver.spans().map(({ name }) => name),
      ["kept"],
    );
  });
});

describe("the log's records", () => {
  it("have its severity, text, trace, fields and failure, and what it redacts stays redacted", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const exporter = createExporter({
      ...{ signal: "logs", endpoint: receiver.url, headers: {}, everyMs: 60_000 },
      toBody: logsBody({}),
      logger: createLogger("silent"),
    });
    traceWith({ isSampled: () => true, finish: () => undefined });
    t.after(() => traceWith(undefined));
    const logger = createLogger("info", { write: exporter.add });
    const span = startSpan("x");
    const err = new Error("outer", { cause: new TypeError("inner") });
    runIn(span, () =>
      logger.warn({ headers: { cookie: "secret" }, count: 2, nothing: null, err }, "inside"),
    );
    logger.fatal("outside");
    await exporter.flush();
    const [inside, outside] = receiver.logs();
    assert.ok(inside && outside);
    assert.deepEqual([inside.severityNumber, inside.severityText], [13, "WARN"]);
    assert.deepEqual([outside.severityNumber, outside.severityText], [21, "FATAL"]);
    assert.equal(inside.body.stringValue, "inside");
    assert.deepEqual([inside.traceId, inside.spanId], [span.traceparent.slice(3, 35), span.spanId]);
    assert.equal(outside.traceId, undefined);
    const {
      "exception.stacktrace": stack,
      "exception.causes": causes,
      ...rest
    } = inside.attributes;
    assert.deepEqual(rest, {
      headers: '{"cookie":"[redacted]"}',
      count: "2",
      "exception.type": "Error",
      "exception.message": "outer",
    });
    assert.match(String(stack), /^\s+at /);
    assert.match(String(causes), /"name":"TypeError","message":"inner"/);
  });
});
