import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Actor } from "#lib/platform/audit/log.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { until } from "#lib/testing/until.ts";
import { assertSigned, createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import type { WebhookResponse } from "#lib/webhooks/deliveries/sender.ts";
import { OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";

const actor: Actor = "usr_1";
const limit = 1000;
const HOUR = { minutes: 60 };

onBothDatabases("webhook endpoints", (database, connection) => {
  let test: WebhookTest;
  let accountId: string;
  beforeEach(async () => {
    test = await createWebhookTest(connection());
    ({ accountId } = test);
  });

  const make = (given: Record<string, unknown> = {}) =>
    test.webhooks.createEndpoint({
      accountId,
      mode: "test",
      url: "https://shop.example/hook",
      actor,
      ...given,
    });
  const viewOf = (id: string) => test.webhooks.getEndpoint({ accountId, id });
  const log = async () =>
    (await test.services.audit.list({ accountId, limit: 50 }))
      .filter(({ action }) => /webhook|deliveries/.test(action))
      .map(({ actor, action, target, details }) => ({ actor, action, target, details }));
  const wrong = (path: string) => (error: { code?: string; fields?: { path: string }[] }) => {
    assert.equal(error.code, "invalid_request");
    assert.deepEqual(
      error.fields?.map((field) => field.path),
      [path],
    );
    return true;
  };

  it("are created as requested, and reveal no secret afterwards", async () => {
    const { id, secret } = await make({
      name: " Orders ",
      eventTypes: ["transaction.failed", "transaction.failed"],
    });
    const view = await viewOf(id);
    assert.deepEqual(view, {
      id,
      mode: "test",
      url: "https://shop.example/hook",
      name: "Orders",
      externalId: null,
      eventTypes: ["transaction.failed"],
      secretSavedAt: null,
      previousSecretUntil: null,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
      createdAt: test.clock.now(),
      deletedAt: null,
    });
    assert.ok(
      !JSON.stringify(await test.webhooks.listEndpoints({ accountId, mode: "test" })).includes(
        "ealed",
      ),
    );
    const entry = { actor, action: "webhook_endpoint.created", target: id };
    assert.deepEqual(await log(), [{ ...entry, details: { mode: "test" } }]);
    assert.ok(!JSON.stringify(await test.services.audit.list({ limit: 100 })).includes(secret));
  });

  it("refuse wrong fields, each by name", async () => {
    await assert.rejects(make({ url: "https://10.0.0.1/" }), wrong("url"));
    await assert.rejects(make({ url: "" }), wrong("url"));
    await assert.rejects(make({ name: "a\nb" }), wrong("name"));
    await assert.rejects(make({ name: "x".repeat(61) }), wrong("name"));
    await assert.rejects(make({ eventTypes: [] }), wrong("eventTypes"));
    await assert.rejects(make({ eventTypes: ["endpoint.test"] }), wrong("eventTypes"));
    await assert.rejects(make({ eventTypes: ["transaction.failed", "x"] }), wrong("eventTypes"));
    await assert.rejects(make({ mode: "live", url: "http://127.0.0.1:3000/" }), wrong("url"));
    const { id } = await make();
    const change = { accountId, id, actor, url: "ftp://shop.example" };
    await assert.rejects(test.webhooks.changeEndpoint(change), wrong("url"));
    assert.equal((await viewOf(id)).url, "https://shop.example/hook");
  });

  it("are limited to 20 in each mode, also in parallel", async () => {
    await Promise.all(Array.from({ length: 15 }, () => make()));
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => make()));
    const refused = results.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 5);
    for (const result of refused) {
      assert.equal(result.status === "rejected" && result.reason.code, "limit_reached");
    }
    assert.equal((await test.webhooks.listEndpoints({ accountId, mode: "test" })).length, 20);
    await make({ mode: "live" });
  });

  it("need the current secret to acknowledge it", async () => {
    const first = await make();
    const { id } = first;
    const key = { accountId, id, actor };
    const second = await test.webhooks.rotateSecret(key);
    await assert.rejects(test.webhooks.acknowledgeSecret({ ...key, mark: first.mark }), {
      code: "not_found",
    });
    assert.equal((await viewOf(id)).secretSavedAt, null);
    await test.webhooks.acknowledgeSecret({ ...key, mark: second.mark });
    assert.deepEqual((await viewOf(id)).secretSavedAt, test.clock.now());
    await test.webhooks.acknowledgeSecret({ ...key, mark: second.mark });
    const saved = (await log()).filter(({ action }) => action === "webhook_endpoint.secret_saved");
    assert.deepEqual(
      saved.map(({ actor, target }) => [actor, target]),
      [[actor, id]],
      "once",
    );
    await test.webhooks.rotateSecret(key);
    assert.equal((await viewOf(id)).secretSavedAt, null, "each new secret has to be saved");
    const { id: other } = await make({ actor: "operator" });
    assert.notEqual((await viewOf(other)).secretSavedAt, null);
  });

  it("sign with the new and the previous secret for 24 hours, never with an older one", async () => {
    const endpoint = await test.addEndpoint();
    const { id, url } = endpoint;
    const sendOne = async () => {
      await test.makeOutcome();
      await test.webhooks.deliverDue({ limit });
      const request = test.receivedAt(url).at(-1);
      assert.ok(request);
      return request;
    };
    const count = (request: { headers: Record<string, string> }) =>
      request.headers["webhook-signature"]?.split(" ").length;

    const { secret: second, mark } = await test.webhooks.rotateSecret({ accountId, id, actor });
    const until = new Date(test.clock.now().getTime() + 24 * 3_600_000);
    assert.deepEqual((await viewOf(id)).previousSecretUntil, until);
    const during = await sendOne();
    assertSigned(during, endpoint.secret);
    assertSigned(during, second);

    test.clock.advance(HOUR);
    await test.webhooks.acknowledgeSecret({ accountId, id, actor, mark });
    const { secret: third } = await test.webhooks.rotateSecret({ accountId, id, actor });
    const afterSecond = await sendOne();
    assertSigned(afterSecond, second);
    assertSigned(afterSecond, third);
    assert.equal(count(afterSecond), 2);
    assert.throws(() => assertSigned(afterSecond, endpoint.secret));

    test.clock.advance({ minutes: 24 * 60 });
    const afterwards = await sendOne();
    assertSigned(afterwards, third);
    assert.equal(count(afterwards), 1);
    assert.equal((await viewOf(id)).previousSecretUntil, null);
    assert.deepEqual(
      (await log()).slice(0, 3).map(({ action }) => action.replace("webhook_endpoint.", "")),
      ["secret_rotated", "secret_saved", "secret_rotated"],
    );
  });

  it("sign with the secret the receiver knows until a new one was saved", async () => {
    const endpoint = await test.addEndpoint();
    const { id, url } = endpoint;
    const rotate = () => test.webhooks.rotateSecret({ accountId, id, actor });
    // Lost: the page that showed the secret was closed.
    const { secret: lost } = await rotate();
    test.clock.advance(HOUR);
    const rotated = await Promise.all([rotate(), rotate()]);
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const request = test.receivedAt(url).at(-1);
    assert.ok(request);
    assertSigned(request, endpoint.secret);
    assert.throws(() => assertSigned(request, lost));
    assert.equal(request.headers["webhook-signature"]?.split(" ").length, 2);
    const isIn = ({ secret }: { secret: string }) => {
      try {
        assertSigned(request, secret);
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(rotated.filter(isIn).length, 1);
  });

  it("report whether a secret is in use in the account", async () => {
    const endpoint = await test.addEndpoint();
    const { secret } = await test.webhooks.rotateSecret({ accountId, id: endpoint.id, actor });
    const { accountId: foreign } = await makeMerchant(test.services);
    assert.equal(await test.webhooks.isSecretInUse(accountId, secret), true);
    assert.equal(await test.webhooks.isSecretInUse(accountId, endpoint.secret), true);
    assert.equal(await test.webhooks.isSecretInUse(foreign, secret), false);
    assert.equal(await test.webhooks.isSecretInUse(accountId, "whsec_x"), false);
    test.clock.advance({ minutes: 24 * 60 });
    assert.equal(await test.webhooks.isSecretInUse(accountId, endpoint.secret), false);
  });

  it("get only the event types they want", async () => {
    const failed = await make({ eventTypes: ["transaction.failed"] });
    const succeeded = await make({ eventTypes: ["transaction.succeeded"] });
    await test.makeOutcome();
    assert.equal((await test.deliveriesTo(failed.id)).length, 1);
    assert.deepEqual(await test.deliveriesTo(succeeded.id), []);
    await test.webhooks.changeEndpoint({
      accountId,
      id: succeeded.id,
      actor,
      url: "https://shop.example/other",
      name: "All",
      eventTypes: OUTCOME_EVENTS,
    });
    await test.makeOutcome();
    assert.equal((await test.deliveriesTo(succeeded.id)).length, 1);
    const { url, name, eventTypes } = await viewOf(succeeded.id);
    assert.deepEqual(
      [url, name, eventTypes],
      ["https://shop.example/other", "All", ["transaction.succeeded", "transaction.failed"]],
    );
  });

  it("audit only changes", async () => {
    const { id } = await make();
    const key = { accountId, id, actor };
    await test.webhooks.changeEndpoint({ ...key, url: "https://shop.example/hook" });
    await test.webhooks.enableEndpoint(key);
    await test.webhooks.disableEndpoint(key);
    await test.webhooks.disableEndpoint(key);
    await test.webhooks.enableEndpoint(key);
    await test.webhooks.changeEndpoint({ ...key, url: "https://shop.example/2" });
    assert.deepEqual(
      (await log()).map(({ action, target }) => [action, target]),
      ["changed", "enabled", "disabled", "created"].map((what) => [`webhook_endpoint.${what}`, id]),
    );
  });

  it("get nothing while disabled; pending deliveries end and stay ended", async () => {
    let status = 500;
    const { id, url } = await test.addEndpoint(() => ({ status }));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    await test.webhooks.disableEndpoint({ accountId, id, actor });
    assert.equal((await viewOf(id)).disabledReason, "merchant");
    const stopped = await test.soleDelivery(id);
    assert.deepEqual([stopped.status, stopped.nextAttemptAt], ["exhausted", null]);
    await test.makeOutcome();
    status = 200;
    await test.webhooks.enableEndpoint({ accountId, id, actor });
    const { disabledAt, disabledReason } = await viewOf(id);
    assert.deepEqual([disabledAt, disabledReason], [null, null]);
    test.clock.advance(HOUR);
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(url).length, 1, "only what was sent before");
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(url).length, 2);
  });

  it("can be enabled after they were gone", async () => {
    let status = 410;
    const { id, url } = await test.addEndpoint(() => ({ status }));
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.equal((await viewOf(id)).disabledReason, "gone");
    status = 200;
    await test.webhooks.enableEndpoint({ accountId, id, actor });
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.equal(test.receivedAt(url).length, 2);
  });

  for (const status of [500, 200, 410]) {
    it(`disabled during a request end it by its response ${status}, without a retry`, async () => {
      const response = Promise.withResolvers<Partial<WebhookResponse>>();
      const { id, url } = await test.addEndpoint(() => response.promise);
      await test.makeOutcome();
      const run = test.webhooks.deliverDue({ limit });
      await until(() => test.receivedAt(url).length === 1);
      await test.webhooks.disableEndpoint({ accountId, id, actor });
      response.resolve({ status });
      await run;
      const delivery = await test.soleDelivery(id);
      assert.equal(delivery.status, status === 200 ? "delivered" : "exhausted");
      assert.equal(delivery.nextAttemptAt, null);
      assert.equal((await test.attemptsOf(delivery.id)).length, 1);
      assert.equal((await viewOf(id)).disabledReason, "merchant");
    });
  }

  it("rotated during a request keep both secrets for the next", async () => {
    const response = Promise.withResolvers<Partial<WebhookResponse>>();
    const endpoint = await test.addEndpoint(() => response.promise);
    const { id, url } = endpoint;
    await test.makeOutcome();
    const run = test.webhooks.deliverDue({ limit });
    await until(() => test.receivedAt(url).length === 1);
    const { secret } = await test.webhooks.rotateSecret({ accountId, id, actor });
    response.resolve({ status: 500 });
    await run;
    test.clock.advance({ minutes: 5 });
    await test.webhooks.deliverDue({ limit });
    const [before, afterwards] = test.receivedAt(url);
    assert.ok(before && afterwards);
    assertSigned(before, endpoint.secret);
    assert.throws(() => assertSigned(before, secret));
    for (const one of [endpoint.secret, secret]) assertSigned(afterwards, one);
  });

  it("audit their old and new URL without secrets", async () => {
    const { id } = await make({ url: "https://old.example/hook?key=hidden" });
    const key = { accountId, id, actor };
    await test.webhooks.changeEndpoint({ ...key, url: "https://new.example:8443/a?key=hidden" });
    await test.webhooks.changeEndpoint({
      ...{ ...key, url: "https://new.example:8443/a?key=hidden" },
      eventTypes: ["transaction.failed"],
    });
    const changes = (await log()).filter(({ action }) => action === "webhook_endpoint.changed");
    assert.deepEqual(
      changes.map(({ details }) => details),
      [
        { eventTypes: "transaction.failed" },
        { from: "old.example/hook", to: "new.example:8443/a" },
      ],
    );
  });

  it("are invisible to other accounts", async () => {
    const { id, mark } = await make();
    const { accountId: foreign } = await makeMerchant(test.services);
    const key = { accountId: foreign, id, actor };
    const { webhooks } = test;
    const since = new Date(test.clock.now().getTime() - 1000);
    const all = [
      webhooks.getEndpoint(key),
      webhooks.acknowledgeSecret({ ...key, mark }),
      webhooks.changeEndpoint({ ...key, url: "https://evil.example/" }),
      webhooks.rotateSecret(key),
      webhooks.disableEndpoint(key),
      webhooks.enableEndpoint(key),
      webhooks.sendTest({ accountId: foreign, endpointId: id }),
      webhooks.recover({ accountId: foreign, endpointId: id, since, actor }),
      webhooks.listDeliveries({ accountId: foreign, endpointId: id, limit: 10 }),
    ];
    for (const refused of await Promise.allSettled(all)) {
      assert.equal(refused.status === "rejected" && refused.reason.code, "not_found");
    }
    assert.deepEqual(await webhooks.listEndpoints({ accountId: foreign, mode: "test" }), []);
    const [row] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id));
    assert.deepEqual(
      [row?.url, row?.secretSavedAt, row?.disabledAt, row?.previousSecretExpiresAt],
      ["https://shop.example/hook", null, null, null],
    );
  });

  it("of a closed account can't change", async () => {
    const { id } = await make();
    await test.makeOutcome();
    const delivery = await test.soleDelivery(id);
    await test.services.operator.close(accountId);
    const key = { accountId, id, actor };
    const { webhooks } = test;
    const since = new Date(test.clock.now().getTime() - 1000);
    const all = [
      make(),
      webhooks.changeEndpoint({ ...key, url: "https://shop.example/2" }),
      webhooks.rotateSecret(key),
      webhooks.disableEndpoint(key),
      webhooks.enableEndpoint(key),
      webhooks.sendTest({ accountId, endpointId: id }),
      webhooks.recover({ accountId, endpointId: id, since, actor }),
      webhooks.redeliver({ accountId, id: delivery.id, actor }),
    ];
    for (const refused of await Promise.allSettled(all)) {
      assert.equal(refused.status === "rejected" && refused.reason.code, "account_closed");
    }
    await webhooks.deliverDue({ limit });
    assert.equal((await test.soleDelivery(id)).status, "delivered");
  });

  it("are listed oldest first, each with the result of its newest event", async () => {
    const good = await test.addEndpoint();
    test.clock.advance({ ms: 1 });
    const bad = await test.addEndpoint(() => ({ status: 503 }));
    test.clock.advance({ ms: 1 });
    const idle = await make({ eventTypes: ["transaction.succeeded"] });
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const newest = await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    assert.ok(newest);
    const listed = await test.webhooks.listEndpoints({ accountId, mode: "test" });
    assert.deepEqual(
      listed.map(({ id, latest }) => [id, latest?.status, latest?.responseStatus]),
      [
        [good.id, "delivered", 200],
        [bad.id, "pending", 503],
        [idle.id, undefined, undefined],
      ],
    );
    assert.deepEqual(listed[0]?.latest?.startedAt, test.clock.now());
  });
});
