import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOtelPairs } from "#lib/platform/configuration/pairs.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import type { FinishedSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { startOtlpReceiver } from "#lib/testing/otlp-receiver.ts";
import { until } from "#lib/testing/until.ts";
import { createExporter } from "./exporter.ts";

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

  it("sends OTLP as JSON, soon and batched, with headers and resource", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const exporter = createExporter({
      endpoint: receiver.url,
      headers: { authorization: "Basic x" },
      resource: { "service.name": "pay" },
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

  it("keeps a limited number, drops what can't be sent, reports it once, and continues", async (t) => {
    const receiver = await startOtlpReceiver();
    t.after(receiver.close);
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
    const exporter = createExporter({
      ...{ endpoint: receiver.url, headers: {}, resource: {}, everyMs: 60_000 },
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
