import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { onDatabase } from "#lib/testing/database.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { sendWebhook } from "./sender.ts";

const limit = 1000;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 24 * 3600;

type Received = { headers: Record<string, string>; body: string; at: number };

onDatabase("webhook delivery over HTTP", (_database, connection) => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await createWebhookTest(connection(), (request) =>
      sendWebhook(request, { clock: test.clock }),
    );
  });

  /** An endpoint on a real HTTP server that responds with the current `answer`. */
  async function startEndpoint(t: { after(work: () => void): void }) {
    const received: Received[] = [];
    const answer: { status: number; headers: Record<string, string> } = {
      status: 500,
      headers: {},
    };
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = Object.fromEntries(
        Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]),
      );
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ headers, body, at: test.clock.now().getTime() });
      response.writeHead(answer.status, answer.headers).end("busy");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/hook`;
    const { accountId, webhooks } = test;
    const { id, secret } = await webhooks.createEndpoint({ accountId, mode: "test", url });
    return { id, secret, received, answer };
  }

  /** Returns the time to the next attempt in ms. */
  async function toNextAttempt(endpointId: string): Promise<number | undefined> {
    await test.webhooks.deliverDue({ limit });
    const { nextAttemptAt } = await test.soleDelivery(endpointId);
    if (!nextAttemptAt) return undefined;
    const ms = nextAttemptAt.getTime() - test.clock.now().getTime();
    test.clock.advance({ ms: ms - 1 });
    await test.webhooks.deliverDue({ limit });
    test.clock.advance({ ms: 1 });
    return ms;
  }

  it("tries ten times over more than 72 hours, then can be resent", async (t) => {
    const { id, secret, received, answer } = await startEndpoint(t);
    const { event } = await test.makeOutcome();
    const waits: number[] = [];
    for (;;) {
      const ms = await toNextAttempt(id);
      if (ms === undefined) break;
      waits.push(ms / 1000);
    }
    const hour = 3600;
    const published = [
      5,
      300,
      1800,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    assert.deepEqual(waits, published);
    assert.equal(received.length, 10);
    const [first, last] = [received[0], received[9]];
    assert.ok(first && last && last.at - first.at >= 72 * HOUR_MS);
    for (const { headers, body, at } of received) {
      assert.equal(headers["webhook-id"], event.id);
      assert.equal(body, event.payload);
      assert.equal(headers["webhook-timestamp"], String(Math.floor(at / 1000)));
      const signature = new Webhook(secret).sign(event.id, new Date(at), body);
      assert.equal(headers["webhook-signature"], signature);
    }
    const traces = received.map(({ headers }) => headers["traceparent"]?.split("-") ?? []);
    assert.equal(new Set(traces.map(([, trace]) => trace)).size, 1);
    assert.equal(new Set(traces.map(([, , parent]) => parent)).size, 10);

    const { accountId, webhooks } = test;
    const log = { accountId, endpointId: id, limit: 10 };
    const {
      deliveries: [logged],
    } = await webhooks.listDeliveries({ ...log, status: "exhausted" });
    assert.ok(logged);
    assert.deepEqual([logged.event.id, logged.attempt?.number], [event.id, 10]);
    const key = { accountId, id: logged.delivery.id };
    const { attempts } = await webhooks.getDelivery(key);
    assert.deepEqual(
      attempts.toReversed().map(({ requestHeaders }) => requestHeaders?.["traceparent"]),
      received.map(({ headers }) => headers["traceparent"]),
    );
    assert.ok(attempts.every(({ responseStart }) => responseStart === "busy"));
    answer.status = 200;
    assert.equal(await webhooks.redeliver({ ...key, actor: "operator" }), "restarted");
    await webhooks.deliverDue({ limit });
    assert.equal(received.length, 11);
    assert.equal((await test.soleDelivery(id)).status, "delivered");
    assert.equal((await webhooks.getEndpoint({ accountId, id })).disabledAt, null);
  });

  it("waits for Retry-After, in seconds or until a date, up to a day", async (t) => {
    const { id, answer } = await startEndpoint(t);
    await test.makeOutcome();
    const inTwoMinutes = () => new Date(test.clock.now().getTime() + 120_000).toUTCString();
    const cases: [number, () => string, number][] = [
      [429, () => "90", 90],
      // Never earlier than the schedule: the second wait is 5 min.
      [503, inTwoMinutes, 300],
      [503, () => String(2 * DAY_SECONDS), DAY_SECONDS],
      [429, () => "soon", 2 * 3600],
      [500, () => String(DAY_SECONDS), 5 * 3600],
    ];
    for (const [status, wish, seconds] of cases) {
      Object.assign(answer, { status, headers: { "retry-after": wish() } });
      assert.equal(((await toNextAttempt(id)) ?? 0) / 1000, seconds, `${status} ${wish()}`);
    }
  });

  it("sends nothing more after a 410", async (t) => {
    const { id, received, answer } = await startEndpoint(t);
    answer.status = 410;
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    await test.makeOutcome();
    test.clock.advance({ minutes: 60 * 24 });
    await test.webhooks.deliverDue({ limit });
    assert.equal(received.length, 1);
    const view = await test.webhooks.getEndpoint({ accountId: test.accountId, id });
    assert.equal(view.disabledReason, "gone");
  });
});
