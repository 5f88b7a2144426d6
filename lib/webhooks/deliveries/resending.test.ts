import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Actor } from "#lib/platform/audit/log.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { assertSigned, createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";

import type { LogFilter } from "./repository.ts";

const actor: Actor = "usr_1";
const limit = 1000;

onDatabase("resending", (database, connection) => {
  let test: WebhookTest;
  let accountId: string;
  beforeEach(async () => {
    test = await createWebhookTest(connection());
    ({ accountId } = test);
  });

  const since = (minutes = 60) => new Date(test.clock.now().getTime() - minutes * 60_000);
  const recover = (endpointId: string, given: Record<string, unknown> = {}) =>
    test.webhooks.recover({ accountId, endpointId, since: since(), actor, ...given });
  const disable = (id: string) => test.webhooks.disableEndpoint({ accountId, id, actor });
  const enable = (id: string) => test.webhooks.enableEndpoint({ accountId, id, actor });
  const page = (endpointId: string, filter: Partial<LogFilter> = {}) =>
    test.webhooks.listDeliveries({ accountId, endpointId, limit: 10, ...filter });
  const list = async (endpointId: string, filter: Partial<LogFilter> = {}) =>
    (await page(endpointId, filter)).deliveries;

  it("a test goes to one endpoint, signed, and is not in the API", async () => {
    const endpoint = await test.addEndpoint();
    const other = await test.addEndpoint();
    const { deliveryId } = await test.webhooks.sendTest({ accountId, endpointId: endpoint.id });
    await test.webhooks.deliverDue({ limit });
    const [request, ...more] = test.receivedAt(endpoint.url);
    assert.ok(request);
    assert.deepEqual(more, []);
    assertSigned(request, endpoint.secret);
    assert.deepEqual(JSON.parse(request.body), {
      type: "endpoint.test",
      timestamp: test.clock.now().toISOString(),
      data: { endpointId: endpoint.id, message: "This is a test. No payment has changed." },
    });
    assert.deepEqual(test.receivedAt(other.url), []);
    const owner = { accountId, mode: "test" } as const;
    assert.deepEqual(await test.webhooks.listEvents({ ...owner, limit: 10 }), []);
    const id = request.headers["webhook-id"] ?? "";
    assert.equal(await test.webhooks.getEvent({ ...owner, id }), undefined);
    const { delivery, event, attempts } = await test.webhooks.getDelivery({
      accountId,
      id: deliveryId,
    });
    assert.deepEqual(
      [delivery.status, event.type, event.transactionId],
      ["delivered", "endpoint.test", null],
    );
    assert.equal(attempts.length, 1);
  });

  it("a test reaches an endpoint with any event types, and is tried once", async () => {
    const endpoint = await test.addEndpoint(() => ({ status: 503, retryAfterSeconds: 60 }));
    await test.webhooks.changeEndpoint({
      accountId,
      id: endpoint.id,
      actor,
      url: endpoint.url,
      eventTypes: ["transaction.succeeded"],
    });
    const { deliveryId } = await test.webhooks.sendTest({ accountId, endpointId: endpoint.id });
    await test.webhooks.deliverDue({ limit });
    const delivery = await test.soleDelivery(endpoint.id);
    assert.deepEqual([delivery.status, delivery.nextAttemptAt], ["exhausted", null]);
    await test.webhooks.redeliver({ accountId, id: deliveryId, actor });
    await test.webhooks.deliverDue({ limit });
    assert.equal((await test.soleDelivery(endpoint.id)).status, "exhausted");
    assert.equal(test.receivedAt(endpoint.url).length, 2);
    // Recovery covers payment events only.
    assert.deepEqual(await recover(endpoint.id), { restarted: 0, created: 0, hasMore: false });
  });

  it("a pending test is not sent twice", async () => {
    const endpoint = await test.addEndpoint();
    const key = { accountId, endpointId: endpoint.id };
    const sent = await Promise.all([1, 2, 3].map(() => test.webhooks.sendTest(key)));
    assert.equal(new Set(sent.map(({ deliveryId }) => deliveryId)).size, 1);
    await test.webhooks.deliverDue({ limit });
    await test.webhooks.sendTest(key);
    assert.equal((await test.deliveriesTo(endpoint.id)).length, 2);
  });

  it("nothing is sent to a disabled endpoint", async () => {
    const endpoint = await test.addEndpoint(() => ({ status: 500 }));
    await test.makeOutcome();
    const { id } = await test.soleDelivery(endpoint.id);
    await disable(endpoint.id);
    const refused = { code: "endpoint_disabled" };
    const key = { accountId, endpointId: endpoint.id };
    await assert.rejects(test.webhooks.sendTest(key), refused);
    await assert.rejects(test.webhooks.redeliver({ accountId, id, actor }), refused);
    await assert.rejects(recover(endpoint.id), refused);
    await test.webhooks.deliverDue({ limit });
    assert.deepEqual(test.receivedAt(endpoint.url), []);
  });

  it("a recovery restarts exhausted deliveries, creates missing ones, and keeps the rest", async () => {
    let status = 200;
    const endpoint = await test.addEndpoint(() => ({ status }));
    const { id, url } = endpoint;
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    status = 500;
    const { event: failed } = await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    test.clock.advance({ minutes: 1 });
    await disable(id);
    const missed = [await test.makeOutcome(), await test.makeOutcome()];
    test.clock.advance({ minutes: 1 });
    await enable(id);
    status = 200;
    const { event: waiting } = await test.makeOutcome();
    assert.deepEqual(await recover(id), { restarted: 1, created: 2, hasMore: false });
    await test.webhooks.deliverDue({ limit });
    assert.deepEqual(
      test
        .receivedAt(url)
        .slice(2)
        .map(({ headers }) => headers["webhook-id"])
        .sort(),
      [failed.id, waiting.id, ...missed.map(({ event }) => event.id)].sort(),
    );
    for (const { status } of await test.deliveriesTo(id)) assert.equal(status, "delivered");
    assert.deepEqual(await recover(id), { restarted: 0, created: 0, hasMore: false });
    const entries = (await test.services.audit.list({ accountId, limit: 20 })).filter(
      ({ action }) => action === "deliveries.recovered",
    );
    assert.deepEqual(
      entries.map(({ actor, target, details }) => ({ actor, target, details })),
      [{ actor, target: id, details: { restarted: 1, created: 2 } }],
    );
  });

  it("a recovery is limited to its range, account, mode and event types", async () => {
    await test.makeOutcome();
    test.clock.advance({ minutes: 10 });
    const { event } = await test.makeOutcome();
    test.clock.advance({ minutes: 10 });
    await test.makeOutcome();
    const other = await makeMerchant(test.services);
    const { id } = await test.addEndpoint();
    const live = await test.webhooks.createEndpoint({
      accountId,
      mode: "live",
      url: "https://shop.example/live",
    });
    const foreign = await test.webhooks.createEndpoint({
      accountId: other.accountId,
      mode: "test",
      url: "https://other.example/",
    });
    const none = { restarted: 0, created: 0, hasMore: false };
    assert.deepEqual(await recover(live.id), none);
    assert.deepEqual(await recover(foreign.id, { accountId: other.accountId }), none);
    const range = { since: since(15), until: since(5) };
    assert.deepEqual(await recover(id, range), { ...none, created: 1 });
    assert.equal((await test.soleDelivery(id)).eventId, event.id);
    const url = "https://shop.example/x";
    const types = { accountId, id, actor, url, eventTypes: ["transaction.succeeded"] };
    await test.webhooks.changeEndpoint(types);
    assert.deepEqual(await recover(id), none);
  });

  it("two recoveries at once send everything once", async () => {
    let status = 500;
    const endpoint = await test.addEndpoint(() => ({ status }));
    const { id, url } = endpoint;
    for (let index = 0; index < 4; index++) await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    await disable(id);
    for (let index = 0; index < 4; index++) await test.makeOutcome();
    await enable(id);
    status = 200;
    const sent = test.receivedAt(url).length;
    const other = test.createService();
    const done = await Promise.all(
      [test.webhooks, other, other].map((webhooks) =>
        webhooks.recover({ accountId, endpointId: id, since: since(), actor }),
      ),
    );
    const sum = (of: "restarted" | "created") => done.reduce((all, one) => all + one[of], 0);
    assert.deepEqual([sum("restarted"), sum("created")], [4, 4]);
    await Promise.all([test.webhooks, other].map((webhooks) => webhooks.deliverDue({ limit })));
    const ids = test
      .receivedAt(url)
      .slice(sent)
      .map(({ headers }) => headers["webhook-id"]);
    assert.deepEqual([ids.length, new Set(ids).size], [8, 8]);
  });

  it("a recovery refuses an invalid range", async () => {
    const { id } = await test.addEndpoint();
    const { clock } = test;
    const refuses = (given: Record<string, unknown>, path: string) =>
      assert.rejects(recover(id, given), ({ code, fields }) => {
        assert.deepEqual([code, fields?.[0]?.path], ["invalid_request", path]);
        return true;
      });
    await refuses({ since: clock.now() }, "since");
    await refuses({ since: new Date(Number.NaN) }, "since");
    await refuses({ since: since(31 * 24 * 60 + 1) }, "since");
    await refuses({ since: since(10), until: since(20) }, "until");
    await recover(id, { since: since(31 * 24 * 60) });
    await recover(id, { until: since(-60) });
  });

  it("redelivering is audited", async () => {
    const { id } = await test.addEndpoint();
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const delivery = await test.soleDelivery(id);
    await test.webhooks.redeliver({ accountId, id: delivery.id, actor });
    const [entry] = await test.services.audit.list({ accountId, limit: 1 });
    assert.deepEqual([entry?.action, entry?.target], ["deliveries.recovered", delivery.id]);
    const { accountId: foreign } = await makeMerchant(test.services);
    const key = { accountId: foreign, id: delivery.id, actor };
    await assert.rejects(test.webhooks.redeliver(key), { code: "not_found" });
    await assert.rejects(test.webhooks.getDelivery(key), { code: "not_found" });
  });

  it("the log lists deliveries newest event first, by page and status", async () => {
    const responses = [200, 500, 200, 410];
    const endpoint = await test.addEndpoint(() => ({ status: responses.shift() ?? 200 }));
    const other = await test.addEndpoint();
    const made: string[] = [];
    for (let index = 0; index < 3; index++) {
      made.push((await test.makeOutcome()).event.id);
      await test.webhooks.deliverDue({ limit });
      test.clock.advance({ seconds: 1 });
    }
    const ids: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await list(endpoint.id, { limit: 2, ...(before && { before }) });
      ids.push(...page.map(({ event }) => event.id));
      before = page.at(-1)?.delivery.id;
      if (page.length === 0) break;
    }
    assert.deepEqual(ids, made.toReversed());
    assert.deepEqual(
      (await list(endpoint.id)).map(({ attempt, delivery }) => [
        attempt?.responseStatus,
        attempt?.number,
        delivery.status,
      ]),
      [
        [200, 1, "delivered"],
        [500, 1, "pending"],
        [200, 1, "delivered"],
      ],
    );
    assert.equal((await list(endpoint.id, { status: "pending" })).length, 1);
    assert.equal((await list(endpoint.id, { status: "exhausted" })).length, 0);
    await test.makeOutcome();
    const [newest] = await list(endpoint.id);
    assert.equal(newest?.attempt, null, "nothing was tried yet");
    const foreign = (await list(other.id))[0]?.delivery.id ?? "";
    assert.deepEqual(await list(endpoint.id, { before: foreign }), [], "another endpoint's cursor");
  });

  it("the log pages in both directions, and names the order", async () => {
    const endpoint = await test.addEndpoint();
    const other = await test.addEndpoint();
    const made: Awaited<ReturnType<typeof test.makeOutcome>>[] = [];
    for (let index = 0; index < 5; index++) made.push(await test.makeOutcome());
    await test.webhooks.sendTest({ accountId, endpointId: endpoint.id });
    const [testEvent, ...rest] = await list(endpoint.id);
    assert.equal(testEvent?.order, null);
    assert.deepEqual(
      rest.map(({ event, order }) => [event.transactionId, order]),
      made
        .toReversed()
        .map(({ transaction: { id, externalId, amount, currency } }) => [
          id,
          { externalId, amount, currency },
        ]),
    );
    const idsOf = (rows: typeof rest) => rows.map(({ delivery }) => delivery.id);
    const ids = [testEvent?.delivery.id ?? "", ...idsOf(rest)];
    const turn = async (filter: Partial<LogFilter>) => {
      const { deliveries, ...more } = await page(endpoint.id, { limit: 2, ...filter });
      return { ids: idsOf(deliveries), ...more };
    };
    const at = (from: number, more: object) => ({ ids: ids.slice(from, from + 2), ...more });
    const middle = { hasNewer: true, hasOlder: true };
    assert.deepEqual(await turn({}), at(0, { ...middle, hasNewer: false }));
    assert.deepEqual(await turn({ before: ids[1] }), at(2, middle));
    assert.deepEqual(await turn({ before: ids[3] }), at(4, { ...middle, hasOlder: false }));
    assert.deepEqual(await turn({ after: ids[4] }), at(2, middle));
    assert.deepEqual(await turn({ after: ids[2] }), at(0, { ...middle, hasNewer: false }));
    const [wanted] = made;
    for (const search of [
      wanted?.transaction.id,
      wanted?.event.id,
      wanted?.transaction.externalId?.slice(0, 30),
      ids[5],
    ]) {
      assert.deepEqual(idsOf(await list(endpoint.id, { search })), [ids[5]], search);
    }
    assert.deepEqual(await list(endpoint.id, { search: "%" }), []);
    assert.deepEqual(await list(other.id, { search: ids[5] }), [], "another endpoint's delivery");
  });

  it("a selection is resent in one action, without others' and those under way", async () => {
    const endpoint = await test.addEndpoint(() => ({ status: 500 }));
    const other = await test.addEndpoint();
    const { accountId: foreign } = await makeMerchant(test.services);
    for (let index = 0; index < 3; index++) await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
    const ids = (await list(endpoint.id)).map(({ delivery }) => delivery.id);
    const [busy = "", ...free] = ids;
    const [elsewhere] = await list(other.id);
    const leasedUntil = new Date(test.clock.now().getTime() + 60_000);
    await database().update(deliveries).set({ leasedUntil }).where(eq(deliveries.id, busy));
    const key = { accountId, endpointId: endpoint.id, actor };
    const chosen = [...ids, elsewhere?.delivery.id ?? "", "dlv_x"];
    assert.deepEqual(await test.webhooks.redeliverAll({ ...key, ids: chosen }), {
      restarted: 2,
      sending: 1,
    });
    const restarted = (await list(endpoint.id))
      .filter(({ delivery }) => delivery.attemptCount === 0)
      .map(({ delivery }) => delivery.id);
    assert.deepEqual(restarted, free);
    assert.equal((await list(other.id, { status: "delivered" })).length, 3);
    const [entry, ...more] = (await test.services.audit.list({ accountId, limit: 20 })).filter(
      ({ action }) => action === "deliveries.recovered",
    );
    assert.deepEqual(
      [entry?.target, entry?.details, more],
      [endpoint.id, { restarted: 2, created: 0 }, []],
    );
    await assert.rejects(test.webhooks.redeliverAll({ ...key, accountId: foreign, ids }), {
      code: "not_found",
    });
    await assert.rejects(
      test.webhooks.redeliverAll({ ...key, ids: Array.from({ length: 51 }, () => busy) }),
      { code: "invalid_request" },
    );
    await disable(endpoint.id);
    await assert.rejects(test.webhooks.redeliverAll({ ...key, ids }), {
      code: "endpoint_disabled",
    });
  });
});
