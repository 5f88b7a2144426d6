import assert from "node:assert/strict";
import { it } from "node:test";
import { eq, sql } from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { refundFiles, refunds, transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { refundRow } from "#lib/testing/rows.ts";
import { createWebhookTest } from "#lib/testing/webhooks.ts";
import { letterItems, letters } from "#lib/webhooks/model/letters.schema.ts";
import { deliveries, deliveryAttempts, events } from "#lib/webhooks/model/schema.ts";
import { createRetention } from "./service.ts";

const CANARY = "canary-customer-4711";
const DAY_MINUTES = 24 * 60;

onBothDatabases("retention", (database, connection) => {
  async function setUp(retentionDays: number | null = null, isDelivered = true) {
    const test = await createWebhookTest(connection());
    const { services, apiKey, accountId, clock } = test;
    const db = database();
    await db.update(accounts).set({ retentionDays }).where(eq(accounts.id, accountId));
    const { id } = await services.webhooks.createEndpoint({
      accountId,
      mode: "test",
      url: `http://127.0.0.1:9/${accountId}`,
      actor: "operator",
    });
    assert.ok(id);
    const made = await makeTransaction(services, apiKey, { metadata: { customer: CANARY } });
    await services.transactions.cancel(apiKey, made.id);
    const [event] = await db.select().from(events).where(eq(events.transactionId, made.id));
    assert.ok(event);
    assert.ok(event.payload.includes(CANARY));
    const deliver = () =>
      db
        .update(deliveries)
        .set({ status: "delivered", nextAttemptAt: null, finishedAt: clock.now() })
        .where(eq(deliveries.eventId, event.id));
    if (isDelivered) await deliver();
    const steps = createRetention({ db, clock, defaultDays: 30 });
    const purge = async () =>
      (await steps["delivery-attempts"]()) +
      (await steps["order-contexts"]()) +
      (await steps.metadata());
    const told = async () => {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, made.id));
      const [sent] = await db.select().from(events).where(eq(events.id, event.id));
      return { row, payload: sent?.payload ?? "" };
    };
    return { ...test, db, purge, made, told, deliver, before: event.payload };
  }

  it("keeps payer data for the deployment's days, then deletes it everywhere", async () => {
    const { clock, purge, told, before } = await setUp();
    clock.advance({ minutes: 30 * DAY_MINUTES });
    await purge();
    assert.equal((await told()).payload, before);
    clock.advance({ minutes: 1 });
    await purge();
    const { row, payload } = await told();
    assert.equal(row?.metadata, null);
    assert.equal(payload.includes(CANARY), false);
    const shortened = JSON.parse(before);
    shortened.data.metadata = null;
    assert.deepEqual(JSON.parse(payload), shortened, "all else stays");
    assert.equal(row?.status, "failed");
  });

  it("follows an account with fewer days", async () => {
    const { clock, purge, told } = await setUp(2);
    clock.advance({ minutes: 2 * DAY_MINUTES + 1 });
    await purge();
    assert.equal((await told()).row?.metadata, null);
  });

  it("keeps what is still to be delivered", async () => {
    const { clock, purge, told, deliver, before } = await setUp(1, false);
    clock.advance({ minutes: 2 * DAY_MINUTES });
    await purge();
    assert.equal((await told()).payload, before);
    await deliver();
    await purge();
    assert.equal((await told()).row?.metadata, null);
  });

  it("keeps a payment without an outcome", async () => {
    const { services, apiKey, clock, purge, db } = await setUp();
    const description = CANARY;
    const open = await makeTransaction(services, apiKey, {
      metadata: { customer: CANARY },
      description,
    });
    clock.advance({ minutes: 400 * DAY_MINUTES });
    await purge();
    assert.equal((await services.transactions.get(apiKey, open.id)).description, description);
    const [row] = await db.select().from(transactions).where(eq(transactions.id, open.id));
    assert.deepEqual(row?.metadata, { customer: CANARY });
  });

  it("deletes what the shop wrote about an order that ended", async () => {
    const { services, apiKey, clock, purge, db } = await setUp();
    const made = await makeTransaction(services, apiKey, { description: CANARY });
    clock.advance({ minutes: 3 });
    await services.transactions.cancel(apiKey, made.id);
    const isSent = { status: "delivered", nextAttemptAt: null, finishedAt: clock.now() } as const;
    await db.update(deliveries).set(isSent);
    const isOfIt = eq(events.transactionId, made.id);
    const payloads = async () => db.select({ of: events.payload }).from(events).where(isOfIt);
    assert.ok((await payloads())[0]?.of.includes(CANARY));
    const described = async () => (await services.transactions.get(apiKey, made.id)).description;
    clock.advance({ minutes: 30 * DAY_MINUTES });
    await purge();
    assert.equal(await described(), CANARY, "counted from its end");
    clock.advance({ minutes: 1 });
    await purge();
    assert.equal(await described(), null);
    assert.equal((await payloads())[0]?.of.includes(CANARY), false);
  });

  it("deletes accounts of payers with their refunds and transfers", async () => {
    const { services, accountId, clock, db, apiKey } = await setUp();
    const kept = { iban: "DE89370400440532013000", name: CANARY };
    const makeId = "trf_01kagj3y9be2rvn5q8w0m4tzxh";
    await db.insert(receivedTransfers).values({
      id: makeId,
      accountId,
      mode: "test",
      entryKey: makeId,
      amount: 1,
      currency: "EUR",
      status: "unknown_reference",
      createdBy: "operator",
      createdAt: clock.now(),
    });
    await services.refunds.keepPayer(db, makeId, kept);
    const { id: transactionId } = await makeTransaction(services, apiKey);
    const row = { ...refundRow({ accountId, transactionId }), status: "cancelled" as const };
    await db.transaction(async (tx) => {
      // Of a payment that did not succeed.
      await tx.execute(sql`alter table refunds disable trigger refunds_guard`);
      await tx.insert(refunds).values({ ...row, finishedAt: clock.now() });
      await tx.execute(sql`alter table refunds enable trigger refunds_guard`);
    });
    await db.insert(refundFiles).values({
      id: "rfil_01kagj3y9be2rvn5q8w0m4tzxh",
      accountId,
      mode: "test",
      sealedContent: CANARY,
      count: 1,
      total: 1,
      createdBy: "operator",
      createdAt: clock.now(),
    });
    const purge = createRetention({ db, clock, defaultDays: 30 })["refund-accounts"];
    clock.advance({ minutes: 30 * DAY_MINUTES });
    assert.equal(await purge(), 0);
    clock.advance({ minutes: 1 });
    assert.equal(await purge(), 3);
    assert.equal(await db.$count(transferAccounts), 0);
    const [refund] = await db.select().from(refunds);
    const [file] = await db.select().from(refundFiles);
    assert.deepEqual([refund?.sealedAccount, file?.sealedContent], [null, null]);
  });

  it("deletes what the shop wrote about a payment link that is over", async () => {
    const { services, accountId, clock, db } = await setUp();
    const owner = { accountId, mode: "test", actor: "operator" } as const;
    const input = { usage: "reusable", amount: 1250, currency: "EUR" } as const;
    const make = async (extra: object) =>
      (
        await services.links.create({
          ...owner,
          input: { ...input, description: CANARY, ...extra },
        })
      ).link;
    const inADay = new Date(clock.now().getTime() + DAY_MINUTES * 60_000).toISOString();
    const made = [await make({}), await make({ expiresAt: inADay }), await make({})];
    const [, , stopped] = made;
    await services.links.stop({ accountId, id: stopped?.id ?? "" }, "operator");
    const purge = createRetention({ db, clock, defaultDays: 30 })["link-descriptions"];
    const described = () =>
      Promise.all(
        made.map(async ({ id }) => (await services.links.find({ accountId, id })).description),
      );
    clock.advance({ minutes: 30 * DAY_MINUTES });
    assert.equal(await purge(), 0);
    clock.advance({ minutes: 1 });
    assert.equal(await purge(), 1);
    assert.deepEqual(await described(), [CANARY, CANARY, null]);
    clock.advance({ minutes: DAY_MINUTES });
    assert.equal(await purge(), 1);
    assert.deepEqual(await described(), [CANARY, null, null]);
  });

  it("deletes letters that ended, and what they were about", async () => {
    const { accountId, clock, db } = await setUp();
    const createdAt = clock.now();
    const owner = { accountId, mode: "test", createdAt } as const;
    const letter = { ...owner, kind: "receipt", recipient: "payer" } as const;
    await db.insert(letters).values([
      { ...letter, id: "ltr_1", subject: "txn_1", state: "sent", endedAt: createdAt },
      { ...letter, id: "ltr_2", subject: "txn_2", state: "queued", nextAt: createdAt },
    ]);
    await db.insert(letterItems).values({ ...owner, kind: "payments", subject: "s", itemId: "i" });
    const purge = createRetention({ db, clock, defaultDays: 30 }).letters;
    clock.advance({ minutes: 30 * DAY_MINUTES });
    assert.equal(await purge(), 0);
    clock.advance({ minutes: 1 });
    assert.equal(await purge(), 2);
    assert.deepEqual(
      (await db.select().from(letters)).map(({ id }) => id),
      ["ltr_2"],
    );
  });

  it("deletes what was exchanged with the merchant's server", async () => {
    const { clock, purge, db, made, services } = await setUp();
    const [event] = await db.select().from(events).where(eq(events.transactionId, made.id));
    const [delivery] = await db
      .select()
      .from(deliveries)
      .where(eq(deliveries.eventId, event?.id ?? ""));
    assert.ok(delivery);
    await db.insert(deliveryAttempts).values({
      id: `att_${made.id}`,
      deliveryId: delivery.id,
      number: 1,
      startedAt: services.clock.now(),
      durationMs: 5,
      requestHeaders: { "webhook-id": "evt" },
      responseStatus: 200,
      responseStart: CANARY,
      error: null,
    });
    clock.advance({ minutes: 30 * DAY_MINUTES + 1 });
    assert.ok((await purge()) >= 2);
    const [attempt] = await db
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, delivery.id));
    assert.deepEqual([attempt?.responseStart, attempt?.requestHeaders], [null, null]);
    assert.equal(attempt?.responseStatus, 200);
  });
});
