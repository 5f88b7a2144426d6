import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Actor } from "#lib/platform/audit/log.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { until } from "#lib/testing/until.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import type { WebhookResponse } from "./sender.ts";

const actor: Actor = "usr_1";
const limit = 1000;
const DAY = 24 * 60;

onDatabase("endpoints that fail", (database, connection) => {
  let test: WebhookTest;
  let response: Partial<WebhookResponse>;
  let endpoint: { id: string; url: string };
  beforeEach(async () => {
    test = await createWebhookTest(connection());
    response = { status: 500 };
    endpoint = await test.addEndpoint(() => response);
  });

  const view = () => test.webhooks.getEndpoint({ accountId: test.accountId, id: endpoint.id });
  const change = () => ({ accountId: test.accountId, id: endpoint.id, actor });
  const sent = () => test.receivedAt(endpoint.url).length;

  async function attempt(): Promise<void> {
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
  }

  /** Fails all ten attempts of an event. This takes just over three days. */
  async function exhaust(): Promise<void> {
    const { event } = await test.makeOutcome();
    for (;;) {
      await test.webhooks.deliverDue({ limit });
      const rows = await test.deliveriesTo(endpoint.id);
      const { nextAttemptAt } = rows.find(({ eventId }) => eventId === event.id) ?? {};
      if (!nextAttemptAt) break;
      test.clock.advance({ ms: nextAttemptAt.getTime() - test.clock.now().getTime() });
    }
  }

  const disabledEntries = async () =>
    (await test.services.audit.list({ accountId: test.accountId, limit: 50 }))
      .filter(({ action }) => action === "webhook_endpoint.disabled")
      .map(({ actor, target, details }) => ({ actor, target, details }));

  it("count as failing from the first failure to the next success", async () => {
    assert.equal((await view()).failingSince, null);
    await attempt();
    const since = test.clock.now();
    assert.deepEqual((await view()).failingSince, since);
    test.clock.advance({ minutes: 1 });
    await test.webhooks.deliverDue({ limit });
    assert.deepEqual((await view()).failingSince, since, "the first failure counts");
    response = { status: 200 };
    await attempt();
    assert.equal((await view()).failingSince, null);
    const [listed] = await test.webhooks.listEndpoints({ accountId: test.accountId, mode: "test" });
    assert.equal(listed?.failingSince, null);
  });

  it("are disabled by the first failure after five days without a success", async () => {
    await exhaust();
    const since = (await view()).failingSince;
    assert.ok(since);
    test.clock.advance({ minutes: DAY });
    await attempt();
    test.clock.advance({ ms: since.getTime() + 5 * DAY * 60_000 - 1 - test.clock.now().getTime() });
    await attempt();
    assert.equal((await view()).disabledAt, null, "a moment too early");
    const before = sent();
    test.clock.advance({ ms: 1 });
    await attempt();
    const { disabledAt, disabledReason, failingSince } = await view();
    assert.deepEqual(disabledAt, test.clock.now());
    assert.deepEqual([disabledReason, failingSince], ["failing", since]);
    const rows = await test.deliveriesTo(endpoint.id);
    assert.deepEqual([...new Set(rows.map(({ status }) => status))], ["exhausted"]);
    const details = { reason: "failing" };
    assert.deepEqual(await disabledEntries(), [{ actor: "system", target: endpoint.id, details }]);

    test.clock.advance({ minutes: DAY });
    await attempt();
    assert.equal(sent(), before + 1, "nothing is sent any more");

    response = { status: 200 };
    await test.webhooks.enableEndpoint(change());
    assert.deepEqual([(await view()).disabledReason, (await view()).failingSince], [null, null]);
    const range = { since: new Date(test.clock.now().getTime() - 10 * DAY * 60_000) };
    const { accountId } = test;
    const key = { accountId, endpointId: endpoint.id, actor };
    assert.deepEqual(await test.webhooks.recover({ ...key, ...range }), {
      ...{ restarted: 4, created: 1, hasMore: false },
    });
    await test.webhooks.deliverDue({ limit });
    for (const { status } of await test.deliveriesTo(endpoint.id))
      assert.equal(status, "delivered");
  });

  it("stay enabled after a success in between, few attempts, or our own fault", async () => {
    await exhaust();
    response = { status: 204 };
    await attempt();
    response = { status: 500 };
    test.clock.advance({ minutes: 6 * DAY });
    await attempt();
    assert.equal((await view()).disabledAt, null, "a success in between");

    // Simulates days without a worker.
    test.clock.advance({ minutes: 6 * DAY });
    await attempt();
    assert.equal((await view()).disabledAt, null, "few attempts");

    await database()
      .update(webhookEndpoints)
      .set({ failingSince: null, sealedSecret: test.services.seal.seal("whsec_x", "another") })
      .where(eq(webhookEndpoints.id, endpoint.id));
    await attempt();
    assert.equal((await view()).failingSince, null, "our own fault");
  });

  it("stay enabled after a quiet time between failures, of which nothing is known", async () => {
    for (let event = 0; event < 4; event++) {
      await exhaust();
      test.clock.advance({ minutes: 27 * 60 + 1 });
    }
    assert.equal((await view()).disabledAt, null);
    // As many failures, but without a long gap.
    for (let day = 0; day < 12; day++) {
      await attempt();
      test.clock.advance({ minutes: DAY / 2 });
    }
    assert.equal((await view()).disabledReason, "failing");
  });

  it("are not judged by deliveries to a previous address", async () => {
    for (const status of [410, 500, 429]) {
      const before = await view();
      response = { status, retryAfterSeconds: 600 };
      const answered = Promise.withResolvers<Partial<WebhookResponse>>();
      const slow = await test.addEndpoint(() => answered.promise);
      const key = { accountId: test.accountId, id: slow.id };
      const { event } = await test.makeOutcome();
      const run = test.webhooks.deliverDue({ limit });
      await until(() => test.receivedAt(slow.url).length === 1);
      const { url } = await test.addEndpoint();
      await test.webhooks.changeEndpoint({ ...key, actor, url });
      answered.resolve(response);
      await run;
      const { disabledAt, failingSince } = await test.webhooks.getEndpoint(key);
      assert.deepEqual([disabledAt, failingSince], [null, null], `${status}`);
      const sole = await test.soleDelivery(slow.id);
      assert.deepEqual([sole.status, sole.eventId], ["pending", event.id]);
      assert.equal((await test.attemptsOf(sole.id))[0]?.responseStatus, status);
      test.clock.advance({ seconds: 5 });
      await test.webhooks.deliverDue({ limit });
      assert.equal((await test.soleDelivery(slow.id)).status, "delivered", "at the new address");
      assert.equal(before.disabledAt, null);
      if (status === 410) {
        assert.equal((await view()).disabledReason, "gone", "who still has the address is gone");
        await test.webhooks.enableEndpoint(change());
      }
    }
  });

  it("pause all deliveries on request, for an hour at most, unless a user resends", async () => {
    response = { status: 429, retryAfterSeconds: 86_400 };
    await attempt();
    response = { status: 200 };
    await attempt();
    test.clock.advance({ minutes: 59 });
    await attempt();
    assert.equal(sent(), 1);
    test.clock.advance({ minutes: 1 });
    await attempt();
    assert.equal(sent(), 4, "all but the first, which waits for a day");

    response = { status: 503, retryAfterSeconds: 600 };
    await attempt();
    await attempt();
    assert.equal(sent(), 5);
    await test.webhooks.sendTest({ accountId: test.accountId, endpointId: endpoint.id });
    response = { status: 200 };
    await test.webhooks.deliverDue({ limit });
    assert.equal(sent(), 7);
    response = { status: 500, retryAfterSeconds: 600 };
    await attempt();
    await attempt();
    assert.equal(sent(), 9, "the header means nothing there");
  });

  it("ignore failing tests, but count successful ones", async () => {
    const key = { accountId: test.accountId, endpointId: endpoint.id };
    await test.webhooks.sendTest(key);
    await test.webhooks.deliverDue({ limit });
    assert.equal(sent(), 1);
    assert.equal((await view()).failingSince, null);
    await attempt();
    assert.notEqual((await view()).failingSince, null);
    response = { status: 200 };
    await test.webhooks.sendTest(key);
    await test.webhooks.deliverDue({ limit });
    assert.equal((await view()).failingSince, null);
  });

  it("start over at another address", async () => {
    await attempt();
    const { url } = endpoint;
    await test.webhooks.changeEndpoint({ ...change(), url, name: "Shop" });
    assert.notEqual((await view()).failingSince, null);
    await test.webhooks.changeEndpoint({ ...change(), url: `${url}-new` });
    assert.equal((await view()).failingSince, null);
  });

  it("are audited when gone", async () => {
    response = { status: 410 };
    await attempt();
    const details = { reason: "gone" };
    assert.deepEqual(await disabledEntries(), [{ actor: "system", target: endpoint.id, details }]);
  });
});
