import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { assertSigned, createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { newWebhookSecret } from "#lib/webhooks/signatures/signature.ts";

const limit = 1000;

onDatabase("webhook delivery", (database, connection) => {
  let test: WebhookTest;
  beforeEach(async () => {
    test = await createWebhookTest(connection());
  });

  const keyOf = (id: string) => ({ accountId: test.accountId, actor: "operator" as const, id });

  it("sends the stored bytes, signed, and records the attempt", async () => {
    const endpoint = await test.addEndpoint(() => ({
      status: 204,
      responseStart: "ok",
      durationMs: 12,
    }));
    const { event } = await test.makeOutcome();
    assert.ok((await test.webhooks.deliverDue({ limit })) >= 1);
    const [request, ...more] = test.receivedAt(endpoint.url);
    assert.ok(request);
    assert.deepEqual(more, []);
    assert.equal(request.body, event.payload);
    assert.equal(request.headers["webhook-id"], event.id);
    assert.equal(request.allowLocal, true);
    assertSigned(request, endpoint.secret);
    const delivery = await test.soleDelivery(endpoint.id);
    assert.equal(delivery.status, "delivered");
    assert.equal(delivery.attemptCount, 1);
    assert.equal(delivery.nextAttemptAt, null);
    assert.equal(delivery.leasedUntil, null);
    assert.deepEqual(delivery.finishedAt, test.clock.now());
    const [attempt] = await test.attemptsOf(delivery.id);
    assert.equal(attempt?.number, 1);
    assert.equal(attempt?.responseStatus, 204);
    assert.equal(attempt?.responseStart, "ok");
    assert.equal(attempt?.durationMs, 12);
    assert.deepEqual(attempt?.requestHeaders, {
      ...request.headers,
      "content-type": "application/json",
      "user-agent": "Bankside-Webhooks/1",
      accept: "*/*",
      "accept-encoding": "identity",
    });
    assert.ok(!JSON.stringify(attempt).includes(endpoint.secret.slice(6)));
    test.clock.advance({ minutes: 60 * 48 });
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(endpoint.url).length, 1);
  });

  it("sends to live endpoints without local addresses", async () => {
    const url = "https://shop.example/live-only";
    const { accountId, webhooks, clock } = test;
    await webhooks.createEndpoint({ accountId, mode: "live", url });
    const pending = await test.makePending();
    const failed = { status: "failed", failureReason: "expired", finishedAt: clock.now() } as const;
    await database().transaction((tx) =>
      webhooks.recordStatus(tx, { ...pending, ...failed, mode: "live" }),
    );
    await webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(url)[0]?.allowLocal, false);
  });

  it("signs with both secrets while the previous one is valid", async () => {
    const endpoint = await test.addEndpoint();
    const previous = newWebhookSecret();
    const expiresAt = new Date(test.clock.now().getTime() + 60_000);
    await database()
      .update(webhookEndpoints)
      .set({
        sealedPreviousSecret: test.services.seal.seal(previous, `webhook_endpoints:${endpoint.id}`),
        previousSecretExpiresAt: expiresAt,
      })
      .where(eq(webhookEndpoints.id, endpoint.id));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    test.clock.advance({ seconds: 60 });
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const [during, afterwards] = test.receivedAt(endpoint.url);
    assert.ok(during && afterwards);
    for (const secret of [endpoint.secret, previous]) assertSigned(during, secret);
    assertSigned(afterwards, endpoint.secret);
    assert.equal(afterwards.headers["webhook-signature"]?.split(" ").length, 1);
  });

  it("retries by the whole schedule with the same id and bytes, then is exhausted and can be resent", async () => {
    let isDown = true;
    const endpoint = await test.addEndpoint(() => (isDown ? { status: 500 } : { status: 200 }));
    await test.makeOutcome();
    const startedAt = test.clock.now().getTime();
    for (let guard = 0; guard < 20; guard++) {
      await test.webhooks.deliverDue({ limit });
      const { nextAttemptAt } = await test.soleDelivery(endpoint.id);
      if (!nextAttemptAt) break;
      const ms = nextAttemptAt.getTime() - test.clock.now().getTime();
      test.clock.advance({ ms: ms - 1 });
      const before = test.receivedAt(endpoint.url).length;
      await test.webhooks.deliverDue({ limit });
      assert.equal(test.receivedAt(endpoint.url).length, before, "nothing is sent before its time");
      test.clock.advance({ ms: 1 });
    }
    const requests = test.receivedAt(endpoint.url);
    assert.equal(requests.length, 10);
    assert.equal(
      new Set(requests.map(({ headers, body }) => headers["webhook-id"] + body)).size,
      1,
    );
    assert.equal(new Set(requests.map(({ headers }) => headers["webhook-timestamp"])).size, 10);
    for (const request of requests) assertSigned(request, endpoint.secret);
    assert.ok(test.clock.now().getTime() - startedAt >= 72 * 3_600_000);
    const delivery = await test.soleDelivery(endpoint.id);
    assert.equal(delivery.status, "exhausted");
    assert.equal(delivery.attemptCount, 10);
    assert.deepEqual(delivery.finishedAt, test.clock.now());

    isDown = false;
    await test.webhooks.redeliver(keyOf(delivery.id));
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(endpoint.url).length, 11);
    assert.equal((await test.soleDelivery(endpoint.id)).status, "delivered");
    const attempts = await test.attemptsOf(delivery.id);
    assert.deepEqual(
      attempts.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    );
  });

  it("records an attempt without a response by its cause", async () => {
    const endpoint = await test.addEndpoint(() => ({ error: "ECONNREFUSED" }));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const delivery = await test.soleDelivery(endpoint.id);
    assert.equal(delivery.status, "pending");
    const [attempt] = await test.attemptsOf(delivery.id);
    assert.equal(attempt?.responseStatus, null);
    assert.equal(attempt?.error, "ECONNREFUSED");
  });

  it("counts an attempt whose secret can't be opened, until the delivery is exhausted", async () => {
    const endpoint = await test.addEndpoint();
    await database()
      .update(webhookEndpoints)
      .set({ sealedSecret: test.services.seal.seal("whsec_x", "webhook_endpoints:whep_other") })
      .where(eq(webhookEndpoints.id, endpoint.id));
    await test.makeOutcome();
    for (let guard = 0; guard < 20; guard++) {
      await test.webhooks.deliverDue({ limit });
      const { nextAttemptAt } = await test.soleDelivery(endpoint.id);
      if (!nextAttemptAt) break;
      test.clock.advance({ ms: nextAttemptAt.getTime() - test.clock.now().getTime() });
    }
    assert.equal(test.receivedAt(endpoint.url).length, 0);
    const delivery = await test.soleDelivery(endpoint.id);
    assert.equal(delivery.status, "exhausted");
    assert.equal(delivery.attemptCount, 10);
    const attempts = await test.attemptsOf(delivery.id);
    assert.deepEqual(
      attempts.map(({ error, responseStatus }) => [error, responseStatus]),
      Array.from({ length: 10 }, () => ["internal", null]),
    );
  });

  it("respects Retry-After of 429 and 503 only", async () => {
    const waits: [number, number][] = [
      [429, 120],
      [503, 120],
      [500, 5],
      [302, 5],
    ];
    for (const [status, seconds] of waits) {
      const endpoint = await test.addEndpoint(() => ({ status, retryAfterSeconds: 120 }));
      await test.makeOutcome();
      await test.webhooks.deliverDue({ limit });
      const { nextAttemptAt } = await test.soleDelivery(endpoint.id);
      assert.equal(
        Number(nextAttemptAt) - test.clock.now().getTime(),
        seconds * 1000,
        String(status),
      );
      await database()
        .update(webhookEndpoints)
        .set({ disabledAt: new Date() })
        .where(eq(webhookEndpoints.id, endpoint.id));
    }
  });

  it("disables an endpoint that is gone, and ends its pending deliveries", async () => {
    let status = 500;
    const endpoint = await test.addEndpoint(() => ({ status }));
    const other = await test.addEndpoint();
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    status = 410;
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const [row] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpoint.id));
    assert.equal(row?.disabledReason, "gone");
    assert.deepEqual(row?.disabledAt, test.clock.now());
    const stopped = await test.deliveriesTo(endpoint.id);
    assert.deepEqual(
      stopped.map(({ status, nextAttemptAt }) => [status, nextAttemptAt]),
      [
        ["exhausted", null],
        ["exhausted", null],
      ],
    );
    test.clock.advance({ minutes: 60 * 24 });
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(endpoint.url).length, 2);
    assert.equal((await test.deliveriesTo(endpoint.id)).length, 2);
    assert.equal(test.receivedAt(other.url).length, 3);
    await assert.rejects(test.webhooks.redeliver(keyOf(stopped[0]?.id ?? "")), {
      code: "endpoint_disabled",
    });
  });

  it("does not send what was due when its endpoint was disabled", async () => {
    const endpoint = await test.addEndpoint();
    await test.makeOutcome();
    await database()
      .update(webhookEndpoints)
      .set({ disabledAt: test.clock.now(), disabledReason: "merchant" })
      .where(eq(webhookEndpoints.id, endpoint.id));
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(endpoint.url).length, 0);
    assert.equal((await test.soleDelivery(endpoint.id)).status, "exhausted");
  });

  it("resends only deliveries of the account", async () => {
    const endpoint = await test.addEndpoint();
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const { id } = await test.soleDelivery(endpoint.id);
    const { accountId } = await makeMerchant(test.services);
    for (const wrong of [{ accountId }, { id: "dlv_none" }]) {
      await assert.rejects(test.webhooks.redeliver({ ...keyOf(id), ...wrong }), {
        code: "not_found",
      });
    }
    await test.webhooks.redeliver(keyOf(id));
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(endpoint.url).length, 2);
  });
});
