import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { createNextGenPsd2Connector } from "#lib/banks/nextgenpsd2/connector.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createExporter } from "#lib/platform/telemetry/otlp/exporter.ts";
import { inSpan, traceWith } from "#lib/platform/telemetry/tracing/tracer.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeTransaction, startAttempt } from "#lib/testing/factories.ts";
import { startOtlpReceiver } from "#lib/testing/otlp-receiver.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { traceIdOf } from "#lib/webhooks/deliveries/traceparent.ts";

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

onDatabase("traces of the services", (_database, connection) => {
  let test: WebhookTest;
  let receiver: Receiver;
  let flush: () => Promise<void>;
  let share = 1;

  before(async () => {
    test = await createWebhookTest(connection());
    receiver = await startOtlpReceiver();
    const exporter = createExporter({
      ...{ endpoint: receiver.url, headers: {}, resource: {}, everyMs: 60_000 },
      logger: createLogger("silent"),
    });
    traceWith({ isSampled: () => share === 1, finish: exporter.add });
    flush = exporter.flush;
  });
  after(() => {
    traceWith(undefined);
    receiver.close();
  });

  async function spansOf(work: () => Promise<unknown>) {
    await flush();
    const known = receiver.spans().length;
    await work();
    await flush();
    return receiver.spans().slice(known);
  }

  it("follow a request to its statements", async () => {
    const spans = await spansOf(() =>
      inSpan("request", { kind: "server" }, () => makeTransaction(test.services, test.apiKey)),
    );
    const request = spans.find(({ name }) => name === "request");
    const queries = spans.filter(({ name }) => name.startsWith("query "));
    assert.ok(request && queries.length >= 3);
    for (const { traceId, parentSpanId, name } of queries) {
      assert.deepEqual([traceId, parentSpanId], [request.traceId, request.spanId]);
      assert.match(name, /^query [a-z-]+$/);
    }
  });

  it("show each delivery attempt in the trace its receiver gets, with the same parent", async () => {
    let status = 500;
    const { url } = await test.addEndpoint(() => ({ status }));
    const { event } = await test.makeOutcome();
    const spans = await spansOf(async () => {
      await test.webhooks.deliverDue({ limit: 100 });
      status = 200;
      test.clock.advance({ minutes: 10 });
      await test.webhooks.deliverDue({ limit: 100 });
    });
    const own = spans.filter(({ attributes }) => attributes["bankside.event.id"] === event.id);
    const sent = test.receivedAt(url).map(({ headers }) => headers["traceparent"]);
    assert.deepEqual(
      sent,
      own
        .filter(({ name }) => name === "webhook delivery")
        .map(({ spanId }) => `00-${traceIdOf(event.id)}-${spanId}-01`),
    );
    assert.deepEqual(
      own.map(({ attributes, status: { code } }) => [
        attributes["http.response.status_code"],
        attributes["bankside.delivery.state"],
        code,
      ]),
      [
        ["500", "pending", 2],
        ["200", "delivered", undefined],
      ],
    );
  });

  it("keep the traceparent of webhooks sampled, even if nothing is recorded", async () => {
    share = 0;
    const { url } = await test.addEndpoint();
    await test.makeOutcome();
    assert.deepEqual(await spansOf(() => test.webhooks.deliverDue({ limit: 100 })), []);
    assert.match(test.receivedAt(url)[0]?.headers["traceparent"] ?? "", /-01$/);
    share = 1;
  });

  it("show a bank's calls, and each request carries its span", async (t) => {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ transactionStatus: "ACSC" }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const bank = createNextGenPsd2Connector({ baseUrl: `http://127.0.0.1:${port}/secret-path` });
    const payment = { paymentId: "pay-1", currency: "EUR", accessToken: "granted-token" };
    const spans = await spansOf(() => bank.readPayment(payment));
    assert.ok(seen.length > 0);
    assert.deepEqual(
      seen.map(({ traceparent }) => traceparent),
      spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
    );
    assert.deepEqual(spans[0]?.attributes, {
      "http.request.method": "GET",
      "server.address": "127.0.0.1",
      "http.response.status_code": "200",
    });
    assert.doesNotMatch(JSON.stringify(spans), /granted-token|pay-1|secret-path/);
    const calls = await spansOf(async () => {
      const transaction = await makeTransaction(test.services, test.apiKey);
      await startAttempt(test.services, transaction);
    });
    const call = calls.find(({ name }) => name === "bank start");
    assert.equal(call?.attributes["bankside.bank.id"], "scripted");
  });
});
