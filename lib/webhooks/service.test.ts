import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { EVENT_TYPES, OUTCOME_EVENTS } from "./model/event-types.ts";
import { deliveries, events, webhookEndpoints } from "./model/schema.ts";

onBothDatabases("webhook service", (database, connection) => {
  let test: WebhookTest;
  before(async () => {
    test = await createWebhookTest(connection());
  });

  const eventsOf = (transactionId: string) =>
    database().select().from(events).where(eq(events.transactionId, transactionId));

  it("shows the secret of a new endpoint once and stores it sealed, bound to its row", async () => {
    const { id, secret } = await test.addEndpoint();
    assert.match(secret, /^whsec_/);
    const [row] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id));
    assert.ok(row);
    assert.ok(!JSON.stringify(row).includes(secret.slice(6)));
    const { seal } = test.services;
    assert.equal(seal.open(row.sealedSecret, `webhook_endpoints:${id}`), secret);
    assert.throws(() => seal.open(row.sealedSecret, "webhook_endpoints:whep_other"));
  });

  it("refuses a private callback URL, and loopback in live mode", async () => {
    const { accountId, webhooks } = test;
    const refused = {
      code: "invalid_request",
      fields: [{ path: "url", message: "The address must resolve to a public address." }],
    };
    const url = "https://192.168.1.1/hook";
    await assert.rejects(webhooks.createEndpoint({ accountId, mode: "test", url }), refused);
    const loopback = "https://127.0.0.1/hook";
    await assert.rejects(
      webhooks.createEndpoint({ accountId, mode: "live", url: loopback }),
      refused,
    );
  });

  it("moves the enabled endpoints of one account, mode and path to another host, with their secrets", async () => {
    const own = await createWebhookTest(connection());
    const { accountId, webhooks, clock } = own;
    const moved = await own.addEndpoint();
    const { pathname } = new URL(moved.url);
    const url = `http://127.0.0.1:4000${pathname}`;
    const elsewhere = await own.addEndpoint();
    const off = await own.addEndpoint();
    const live = await webhooks.createEndpoint({
      accountId,
      mode: "live",
      url: `https://shop.example${pathname}`,
    });
    const foreign = await test.addEndpoint();
    await database()
      .update(webhookEndpoints)
      .set({ url: moved.url })
      .where(eq(webhookEndpoints.id, foreign.id));
    await database()
      .update(webhookEndpoints)
      .set({ disabledAt: clock.now(), disabledReason: "merchant", url: moved.url })
      .where(eq(webhookEndpoints.id, off.id));
    const rowOf = async (id: string) => {
      const rows = await database()
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.id, id));
      return rows[0];
    };
    const unmoved = [elsewhere, off, live, foreign];
    const before = await Promise.all([moved, ...unmoved].map(({ id }) => rowOf(id)));
    await webhooks.changeUrls({ accountId, mode: "test", url });
    const [movedBefore, ...others] = before;
    assert.deepEqual(await rowOf(moved.id), { ...movedBefore, url });
    assert.deepEqual(await Promise.all(unmoved.map(({ id }) => rowOf(id))), others);
    await assert.rejects(
      webhooks.changeUrls({ accountId, mode: "test", url: "https://192.168.1.1/hook" }),
      { code: "invalid_request" },
    );
    assert.equal((await rowOf(moved.id))?.url, url);
  });

  it("writes event and deliveries of an outcome for the enabled endpoints of its account and mode", async () => {
    const own = await createWebhookTest(connection());
    const endpoints = [await own.addEndpoint(), await own.addEndpoint()];
    const live = await own.webhooks.createEndpoint({
      accountId: own.accountId,
      mode: "live",
      url: "https://shop.example/live",
    });
    const off = await own.addEndpoint();
    await database()
      .update(webhookEndpoints)
      .set({ disabledAt: own.clock.now(), disabledReason: "merchant" })
      .where(eq(webhookEndpoints.id, off.id));
    const { transaction, event } = await own.makeOutcome();
    assert.equal(event.type, "transaction.failed");
    assert.equal(event.accountId, own.accountId);
    assert.equal(
      event.payload,
      JSON.stringify({
        type: "transaction.failed",
        timestamp: transaction.finishedAt?.toISOString(),
        data: toPublicTransaction(transaction),
      }),
    );
    for (const { id } of endpoints) {
      const [delivery, ...more] = await own.deliveriesTo(id);
      assert.equal(delivery?.eventId, event.id);
      assert.equal(delivery?.status, "pending");
      assert.deepEqual(delivery?.nextAttemptAt, own.clock.now());
      assert.deepEqual(more, []);
    }
    for (const { id } of [live, off]) assert.deepEqual(await own.deliveriesTo(id), []);
  });

  it("keeps no event and no delivery when the database transaction is rolled back", async () => {
    const { id: endpointId } = await test.addEndpoint();
    const pending = await test.makePending();
    const finishedAt = test.clock.now();
    const failed = {
      ...pending,
      status: "failed",
      failureReason: "cancelled",
      finishedAt,
    } as const;
    await assert.rejects(
      database().transaction(async (tx) => {
        await test.webhooks.recordStatus(tx, failed);
        assert.equal(
          (await tx.select().from(deliveries).where(eq(deliveries.endpointId, endpointId))).length,
          1,
        );
        throw new Error("after all not");
      }),
      /after all not/,
    );
    assert.deepEqual(await eventsOf(pending.id), []);
    assert.deepEqual(await test.deliveriesTo(endpointId), []);
  });

  it("reports no transaction without an outcome, and an outcome once", async () => {
    const pending = await test.makePending();
    const record = (transaction: typeof pending) =>
      database().transaction((tx) => test.webhooks.recordStatus(tx, transaction));
    await assert.rejects(record(pending), /nothing to report/);
    const { transaction } = await test.makeOutcome();
    await assert.rejects(record(transaction));
    assert.equal((await eventsOf(transaction.id)).length, 1);
  });

  it("reports a wait for the bank once, and only to endpoints that want it", async () => {
    const own = await createWebhookTest(connection());
    const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);
    const outcomes = await own.addEndpoint();
    const unasked = await own.makeProcessing();
    assert.deepEqual(await typesOf(unasked.id), []);

    const curious = await own.addEndpoint(undefined, { eventTypes: ["transaction.processing"] });
    const waiting = await own.makeProcessing();
    await waiting.decide("processing");
    assert.deepEqual(await typesOf(waiting.id), ["transaction.processing"]);
    await waiting.decide("succeeded");
    assert.deepEqual((await typesOf(waiting.id)).sort(), [
      "transaction.processing",
      "transaction.succeeded",
    ]);
    await own.webhooks.deliverDue({ limit: 100 });
    const got = (url: string) => own.receivedAt(url).map(({ body }) => JSON.parse(body).type);
    assert.deepEqual(got(curious.url), ["transaction.processing"]);
    assert.deepEqual(got(outcomes.url), ["transaction.succeeded"]);

    await own.makeSuccess();
    await own.webhooks.deliverDue({ limit: 100 });
    assert.equal(got(curious.url).length, 1);

    await own.webhooks.disableEndpoint({
      accountId: own.accountId,
      id: curious.id,
      actor: "usr_1",
    });
    const missed = await own.makeProcessing();
    assert.deepEqual(await typesOf(missed.id), ["transaction.processing"]);
    assert.equal((await own.deliveriesTo(curious.id)).length, 1);
    const owner = { accountId: own.accountId, mode: "test", limit: 100 } as const;
    const listed = (await own.webhooks.listEvents(owner)).map(({ type }) => type);
    assert.ok(listed.length > 0 && !listed.includes("transaction.processing"));
  });

  it("keeps one event of each type about a transaction alone, for any caller", async () => {
    const own = await createWebhookTest(connection());
    await own.addEndpoint(undefined, { eventTypes: EVENT_TYPES });
    const { id, decide } = await own.makeProcessing();
    await decide("succeeded");
    const rows = await eventsOf(id);
    assert.equal(rows.length, 3);
    for (const row of rows) {
      const again = database()
        .insert(events)
        .values({ ...row, id: newId("evt") });
      await assert.rejects(again, (error: Error) => /events_one_each/.test(String(error.cause)));
    }
  });

  it("lists and reads events of one account and mode only, newest first", async () => {
    const own = await createWebhookTest(connection());
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await own.makeOutcome()).event.id);
    const owner = { accountId: own.accountId, mode: "test" } as const;
    const ids: string[] = [];
    const page = (cursor?: string) =>
      own.webhooks.listEvents({ ...owner, limit: 2, before: cursor });
    for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1)?.id)) {
      ids.push(...rows.map(({ id }) => id));
    }
    assert.deepEqual(ids, made.toReversed());
    const id = made[0] ?? "";
    assert.equal((await own.webhooks.getEvent({ ...owner, id }))?.id, id);
    assert.equal(await own.webhooks.getEvent({ ...owner, mode: "live", id }), undefined);
    assert.equal(
      await own.webhooks.getEvent({ ...owner, accountId: test.accountId, id }),
      undefined,
    );
    assert.deepEqual(await own.webhooks.listEvents({ ...owner, mode: "live", limit: 10 }), []);
  });

  it("lists events of one type or time, page by page in the same order", async () => {
    const own = await createWebhookTest(connection());
    const begun = own.clock.now();
    for (let index = 0; index < 3; index++) {
      await own.makeOutcome();
      await own.makeSuccess();
      own.clock.advance({ minutes: 1 });
    }
    const owner = { accountId: own.accountId, mode: "test", limit: 100 } as const;
    const all = await own.webhooks.listEvents(owner);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    for (const type of OUTCOME_EVENTS) {
      const found = await own.webhooks.listEvents({ ...owner, type });
      assert.deepEqual(ids(found), ids(all.filter((event) => event.type === type)));
      assert.equal(found.length, 3);
      const [, second] = found;
      const further = { ...owner, type, before: second?.id };
      assert.deepEqual(ids(await own.webhooks.listEvents(further)), ids(found.slice(2)));
    }
    const [createdAfter, createdBefore] = [1, 2].map((m) => new Date(begun.getTime() + m * 60_000));
    const inTime = (filter: object) => own.webhooks.listEvents({ ...owner, ...filter }).then(ids);
    assert.deepEqual(await inTime({ createdAfter }), ids(all).slice(0, 4));
    assert.deepEqual(await inTime({ createdBefore }), ids(all).slice(2));
    assert.deepEqual(await inTime({ createdAfter, createdBefore }), ids(all).slice(2, 4));
  });
});
