import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, it } from "node:test";
import { inArray } from "drizzle-orm";
import { createWorker } from "#lib/platform/jobs/loop.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { until } from "#lib/testing/until.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { deliveries, events, webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { newDelivery } from "./delivery.ts";
import { sendWebhook, type WebhookResponse } from "./sender.ts";

const limit = 1000;

onDatabase("fairness between endpoints", (database, connection) => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await createWebhookTest(connection(), sendWebhook);
    // Deliveries of other tests would count towards the shares.
    await database()
      .update(deliveries)
      .set({ status: "exhausted", nextAttemptAt: null, leasedUntil: null });
  });

  function createHang() {
    const release = Promise.withResolvers<Partial<WebhookResponse>>();
    const seen = { waiting: 0 };
    const script = () => {
      seen.waiting++;
      return release.promise;
    };
    return { script, seen, end: () => release.resolve({ status: 200 }) };
  }

  const merchants = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMerchant(test.services)));

  const sendTests = async (endpoints: { id: string; accountId: string }[]) => {
    for (const { id: endpointId, accountId } of endpoints) {
      await test.webhooks.sendTest({ accountId, endpointId });
    }
  };

  /** Woken by notifications only. */
  function startWorker() {
    const { webhooks, clock } = test;
    const worker = createWorker({
      clock,
      logger: createLogger("silent"),
      listen: connection().listen,
      maxSleepMs: 3_600_000,
      jobs: [
        {
          name: "deliver-webhooks",
          run: async (_stopping, wake) =>
            (await webhooks.beginDue({ limit: 50, onEnded: wake })).length,
          nextDueAt: webhooks.nextDueAt,
          settled: webhooks.settled,
        },
      ],
    });
    worker.start();
    return worker;
  }

  it("sends to 50 good endpoints while one that hangs has many earlier deliveries", async () => {
    const hang = createHang();
    await test.addEndpoint(hang.script, { host: "slow.example" });
    for (let index = 0; index < 25; index++) await test.makeOutcome();
    const good: { id: string; accountId: string; url: string }[] = [];
    for (const { accountId } of await merchants(5)) {
      for (let index = 0; index < 10; index++) {
        const host = `good-${good.length}.example`;
        good.push({ accountId, ...(await test.addEndpoint(undefined, { host, accountId })) });
      }
    }
    test.clock.advance({ ms: 1 });
    await sendTests(good);
    const run = test.webhooks.deliverDue({ limit });
    await until(() => good.every(({ url }) => test.receivedAt(url).length === 1));
    assert.equal(hang.seen.waiting, 2);
    hang.end();
    await run;
  });

  it("gives each account its first place before any gets a second", async () => {
    const [many, one] = await merchants(2);
    assert.ok(many && one);
    const crowd: { id: string; accountId: string }[] = [];
    for (let index = 0; index < 5; index++) {
      const options = { accountId: many.accountId, host: `crowd-${index}.example` };
      crowd.push({ ...options, ...(await test.addEndpoint(undefined, options)) });
    }
    await sendTests(crowd);
    test.clock.advance({ ms: 1 });
    const options = { accountId: one.accountId, host: "one.example" };
    const lone = await test.addEndpoint(undefined, options);
    await sendTests([{ ...options, ...lone }]);
    await Promise.all(await test.webhooks.beginDue({ limit: 2 }));
    assert.equal(test.receivedAt(lone.url).length, 1);
    await test.webhooks.deliverDue({ limit });
  });

  it("continues for another account, whatever 40 endpoints of one account do", async (t) => {
    const hang = createHang();
    const { accountId } = test;
    const slow: { id: string; accountId: string }[] = [];
    for (const mode of ["test", "live"] as const) {
      for (let index = 0; index < 20; index++) {
        const host = `slow-${mode}-${index}.example`;
        slow.push({ accountId, ...(await test.addEndpoint(hang.script, { host, mode })) });
      }
    }
    const worker = startWorker();
    t.after(async () => {
      hang.end();
      await worker.stop();
    });
    // Each hangs before the next is sent, so no run can wait for another.
    for (const [index, one] of slow.entries()) {
      await sendTests([one]);
      const expected = Math.min(index + 1, 8) + Math.min(Math.max(index + 1 - 20, 0), 8);
      await until(() => hang.seen.waiting === expected);
    }
    const [other] = await merchants(1);
    assert.ok(other);
    const options = { accountId: other.accountId, host: "good.example" };
    const good = await test.addEndpoint(undefined, options);
    for (let count = 1; count <= 10; count++) {
      await sendTests([{ ...good, accountId: other.accountId }]);
      await until(() => test.receivedAt(good.url).length === count);
      // Otherwise `sendTest` returns the pending test instead of a new one.
      await settled(good.id);
    }
    assert.equal(hang.seen.waiting, 16);
  });

  async function settled(endpointId: string): Promise<void> {
    while ((await test.deliveriesTo(endpointId)).some(({ status }) => status === "pending")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it("keeps places for endpoints that work, for any number of accounts with failing ones", async () => {
    const hang = createHang();
    const slow: { id: string; accountId: string }[] = [];
    for (const { accountId } of await merchants(10)) {
      for (let index = 0; index < 7; index++) {
        const host = `failing-${slow.length}.example`;
        slow.push({ accountId, ...(await test.addEndpoint(hang.script, { host, accountId })) });
      }
    }
    await database()
      .update(webhookEndpoints)
      .set({ failingSince: test.clock.now() })
      .where(
        inArray(
          webhookEndpoints.id,
          slow.map(({ id }) => id),
        ),
      );
    await sendTests(slow);
    test.clock.advance({ ms: 1 });
    const good = await test.addEndpoint(undefined, { host: "good.example" });
    await sendTests([{ ...good, accountId: test.accountId }]);
    const run = test.webhooks.deliverDue({ limit });
    await until(() => test.receivedAt(good.url).length === 1 && hang.seen.waiting >= 48);
    await test.webhooks.deliverDue({ limit });
    assert.equal(hang.seen.waiting, 48);
    hang.end();
    await run;
    await test.webhooks.deliverDue({ limit });
    assert.equal(hang.seen.waiting, 70);
  });

  it("opens at most four connections to one host for 300 events of any accounts", async (t) => {
    const open = new Map<string, number>();
    const most: Record<string, number> = {};
    const count = (key: string, step: 1 | -1) => {
      const now = (open.get(key) ?? 0) + step;
      open.set(key, now);
      most[key] = Math.max(most[key] ?? 0, now);
    };
    let received = 0;
    const server = createServer((request, response) => {
      received++;
      const path = request.url ?? "";
      count(path, 1);
      setImmediate(() => {
        count(path, -1);
        response.writeHead(204).end();
      });
    });
    server.on("connection", (socket) => {
      count("sockets", 1);
      socket.once("close", () => count("sockets", -1));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { accountId, webhooks, clock } = test;
    const endpoints: { id: string }[] = [];
    for (const path of ["/a", "/b", "/c"]) {
      const url = `http://127.0.0.1:${port}${path}`;
      endpoints.push(await webhooks.createEndpoint({ accountId, mode: "test", url }));
    }
    const createdAt = clock.now();
    const rows = Array.from({ length: 300 }, () => ({
      ...({ id: newId("evt"), type: "transaction.succeeded", payload: "{}" } as const),
      ...({ accountId, mode: "test", transactionId: null, createdAt } as const),
    }));
    await database().insert(events).values(rows);
    await database()
      .insert(deliveries)
      .values(
        rows.map(({ id }, index) =>
          newDelivery(newId("dlv"), id, endpoints[index % 3]?.id ?? "", createdAt),
        ),
      );
    const workers = [webhooks, test.createService()];
    while (received < 300) await Promise.all(workers.map((worker) => worker.deliverDue({ limit })));
    assert.equal(received, 300);
    const { sockets = 0, ...paths } = most;
    assert.ok(sockets > 1 && sockets <= 4, `${sockets} connections`);
    for (const [path, requests] of Object.entries(paths)) assert.ok(requests <= 2, path);
  });
});
