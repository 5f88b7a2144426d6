import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { createTransactionService } from "#lib/payments/transactions/service.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { CREATED_EVENT, ENDPOINT_DISABLED_EVENT } from "#lib/webhooks/model/event-types.ts";
import { events } from "#lib/webhooks/model/schema.ts";

const CREATED = { eventTypes: [CREATED_EVENT] } as const;

onBothDatabases("events of types that endpoints ask for", (database, connection) => {
  let test: WebhookTest;
  before(async () => {
    test = await createWebhookTest(connection());
  });

  const got = (own: WebhookTest, url: string) =>
    own.receivedAt(url).map(({ body }) => JSON.parse(body));
  const eventsOf = (transactionId: string) =>
    database().select().from(events).where(eq(events.transactionId, transactionId));
  const announces = async (accountId: string) => {
    const [row] = await database().select().from(accounts).where(eq(accounts.id, accountId));
    return row?.announcesCreations;
  };

  it("report a creation once, to those that ask for it, also when it was disabled", async () => {
    const own = await createWebhookTest(connection());
    const outcomes = await own.addEndpoint();
    assert.deepEqual(await eventsOf((await own.makePending()).id), []);

    const curious = await own.addEndpoint(undefined, CREATED);
    const live = await own.addEndpoint(undefined, { ...CREATED, mode: "live" });
    const input = { amount: 100, currency: "EUR", externalId: "cart-1" } as const;
    const { apiKey } = own;
    const first = await own.services.transactions.create({ apiKey, input });
    const again = await own.services.transactions.create({ apiKey, input });
    assert.deepEqual([again.created.id, again.replayed], [first.created.id, true]);
    await own.webhooks.deliverDue({ limit: 100 });
    const transaction = await own.services.transactions.get(apiKey, first.created.id);
    assert.deepEqual(got(own, curious.url), [
      {
        type: "transaction.created",
        timestamp: transaction.createdAt.toISOString(),
        data: JSON.parse(JSON.stringify(toPublicTransaction(transaction))),
      },
    ]);
    assert.deepEqual([got(own, outcomes.url), got(own, live.url)], [[], []]);

    const key = { accountId: own.accountId, id: curious.id, actor: "usr_1" } as const;
    await own.webhooks.disableEndpoint(key);
    const missed = await own.makePending();
    assert.deepEqual(
      (await eventsOf(missed.id)).map(({ type }) => type),
      ["transaction.created"],
    );
    const listed = { accountId: own.accountId, mode: "test", limit: 100 } as const;
    assert.deepEqual(await own.webhooks.listEvents(listed), []);
    const all = await own.webhooks.listEvents({ ...listed, type: "all" });
    assert.deepEqual(
      all.map(({ transactionId }) => transactionId),
      [missed.id, first.created.id],
    );
    const found = await own.webhooks.getEvent({ ...listed, id: all[0]?.id ?? "" });
    assert.equal(found?.type, "transaction.created");
  });

  it("cost a creation nothing unless asked for, and share its database transaction", async () => {
    const own = await createWebhookTest(connection());
    const { accountId, apiKey, services, webhooks } = own;
    const failing = createTransactionService({
      ...services,
      db: database(),
      clock: own.clock,
      ...services.attempts,
      recordCreation: () => Promise.reject(new Error("no event")),
      banks: own.bank.directory,
      orderSigner: async () => () => ({ reference: crypto.randomUUID(), orderInfo: "" }),
      linkBefore: { reference: "", token: "" },
      ttlMinutes: 30,
    });
    const create = () => failing.create({ apiKey, input: { amount: 1, currency: "EUR" } });
    const stored = () => database().$count(transactions, eq(transactions.accountId, accountId));
    await create();
    assert.deepEqual([await stored(), await announces(accountId)], [1, false]);

    const { id } = await own.addEndpoint(undefined, CREATED);
    assert.equal(await announces(accountId), true);
    await assert.rejects(create(), /no event/);
    assert.equal(await stored(), 1);

    const key = { accountId, id, actor: "usr_1" } as const;
    await webhooks.changeEndpoint({ ...key, eventTypes: ["transaction.failed"] });
    assert.equal(await announces(accountId), false);
    await create();
    await webhooks.changeEndpoint({ ...key, eventTypes: [CREATED_EVENT] });
    assert.equal(await announces(accountId), true);
    await webhooks.deleteEndpoint(key);
    assert.equal(await announces(accountId), false);
    await create();
  });

  it("note what is asked for when endpoints change at once", async (t) => {
    if (!connection().pool) return t.skip("PGlite has one session");
    const own = await createWebhookTest(connection());
    const { accountId, webhooks } = own;
    const key = { accountId, actor: "usr_1" } as const;
    const [one, other] = [await own.addEndpoint(undefined, CREATED), await own.addEndpoint()];
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        webhooks.changeEndpoint({ ...key, id: one.id, eventTypes: ["transaction.failed"] }),
        webhooks.changeEndpoint({ ...key, id: other.id, eventTypes: [CREATED_EVENT] }),
        own.makePending(),
      ]);
      assert.equal(await announces(accountId), true);
      await webhooks.changeEndpoint({ ...key, id: one.id, eventTypes: [CREATED_EVENT] });
      await webhooks.changeEndpoint({ ...key, id: other.id, eventTypes: ["transaction.failed"] });
    }
  });

  it("report a disabled endpoint to the others, for each reason", async () => {
    const own = await createWebhookTest(connection());
    const { accountId, webhooks } = own;
    const asking = { eventTypes: [ENDPOINT_DISABLED_EVENT] } as const;
    const outcomes = await own.addEndpoint();
    const watching = await own.addEndpoint(undefined, asking);
    const gone = await own.addEndpoint(() => ({ status: 410 }));
    const alsoWatching = await own.addEndpoint(undefined, asking);
    await own.makeOutcome();
    await webhooks.deliverDue({ limit: 100 });
    await webhooks.disableEndpoint({ accountId, id: alsoWatching.id, actor: "usr_1" });
    await webhooks.deleteEndpoint({ accountId, id: alsoWatching.id, actor: "usr_1" });
    await webhooks.deliverDue({ limit: 100 });
    const told = got(own, watching.url).map(({ type, data }) => [type, data]);
    const dataOf = (id: string, reason: string) => ({
      endpointId: id,
      externalId: null,
      name: null,
      reason,
    });
    assert.deepEqual(told, [
      ["endpoint.disabled", dataOf(gone.id, "gone")],
      ["endpoint.disabled", dataOf(alsoWatching.id, "merchant")],
    ]);
    assert.deepEqual(
      got(own, alsoWatching.url).map(({ data }) => data.reason),
      ["gone"],
    );
    assert.deepEqual(
      got(own, outcomes.url).map(({ type }) => type),
      ["transaction.failed"],
    );
  });

  it("are not sent again to an endpoint that is deleted during an attempt", async () => {
    const own = await createWebhookTest(connection());
    const { accountId, webhooks } = own;
    const deleted: { id: string } = await own.addEndpoint(async () => {
      await webhooks.deleteEndpoint({ accountId, id: deleted.id, actor: "usr_1" });
      return { status: 500 };
    });
    await own.makeOutcome();
    await webhooks.deliverDue({ limit: 10 });
    const { status, attemptCount, nextAttemptAt } = await own.soleDelivery(deleted.id);
    assert.deepEqual([status, attemptCount, nextAttemptAt], ["exhausted", 1, null]);
  });

  it("are not stored for a deleted endpoint alone", async () => {
    const { id } = await test.addEndpoint(undefined, { eventTypes: [ENDPOINT_DISABLED_EVENT] });
    await test.webhooks.deleteEndpoint({ accountId: test.accountId, id, actor: "usr_1" });
    const owner = { accountId: test.accountId, mode: "test", limit: 10 } as const;
    assert.deepEqual(await test.webhooks.listEvents({ ...owner, type: "all" }), []);
    await assert.rejects(test.webhooks.getEndpoint({ accountId: test.accountId, id }), {
      code: "not_found",
    });
  });
});
