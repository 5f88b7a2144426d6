import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  idOf,
  insertMany,
  manyDeliveries,
  manyTransactions,
  RARE,
  vacuum,
} from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { createWebhookTest } from "#lib/testing/webhooks.ts";
import type { WebhookEndpoint } from "#lib/webhooks/endpoints/endpoint.ts";
import * as endpointRepository from "#lib/webhooks/endpoints/repository.ts";
import * as eventRepository from "#lib/webhooks/events/repository.ts";
import { EVENT_TYPES } from "#lib/webhooks/model/event-types.ts";
import { webhookEndpoints } from "#lib/webhooks/model/schema.ts";
import { enqueue } from "./enqueue.sql.ts";
import * as repository from "./repository.ts";

const ROWS = 10_000;
const PAGE = 51;
// More than a page with what belongs to it, so that it can't be all of them.
const MOST_READ = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const deliveryOf = (n: number) => idOf(n).replace("txn", "dlv");
const eventOf = (n: number) => idOf(n).replace("txn", "evt");

onDatabase("deliveries among many", (database, connection) => {
  let endpoint: WebhookEndpoint;
  before(async () => {
    const test = await createWebhookTest(connection());
    const { accountId } = test;
    const { id } = await test.addEndpoint();
    const [found] = await database()
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id));
    assert.ok(found);
    endpoint = found;
    const owner = { accountId, keyId: test.apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    await insertMany(database(), ROWS, (from, to) => manyDeliveries(owner, id, from, to));
    await vacuum(database());
  });

  async function read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    const rows = await rowsReadBy(database(), async (db) => {
      result = { value: await work(db) };
    });
    assert.ok(rows <= MOST_READ, `${rows} rows`);
    assert.ok(result);
    return result.value;
  }

  const list = async (filter: Omit<repository.LogFilter, "limit">) =>
    (await read((db) => repository.list(db, endpoint, { ...filter, limit: PAGE }))).map(
      ({ delivery }) => delivery.id,
    );

  // Of the oldest, those before the 11th are still processed.
  const exhausted = Array.from({ length: RARE.payments - 10 }, (_, at) =>
    deliveryOf(RARE.payments - at),
  );

  it("read few rows for the newest page, and a later one", async () => {
    const first = await list({});
    assert.equal(first.length, PAGE);
    assert.equal(first[0], deliveryOf(ROWS - 50));
    assert.deepEqual((await list({ before: first[0] }))[0], first[1]);
    assert.equal((await list({ after: deliveryOf(5_000) }))[0], deliveryOf(5_001));
  });

  it("read few rows for a rare status", async () => {
    assert.deepEqual(await list({ status: "exhausted" }), exhausted);
    assert.deepEqual(await list({ status: "pending" }), []);
    assert.equal((await list({ status: "delivered" })).length, PAGE);
  });

  for (const [what, search, found] of [
    ["an event", eventOf(500), [deliveryOf(500)]],
    ["a delivery", deliveryOf(500), [deliveryOf(500)]],
    ["a transaction", idOf(500), [deliveryOf(500)]],
    ["an old order number", "order-4321", [deliveryOf(4321)]],
    ["nothing there", "nothing like this", []],
    ["a wildcard", "order_4321", []],
  ] as const) {
    it(`read few rows for a search of ${what}`, async () => {
      assert.deepEqual(await list({ search }), found);
      assert.deepEqual(await list({ search, status: "pending" }), []);
    });
  }

  it("read few rows for the start of many order numbers, and show the newest", async () => {
    assert.deepEqual(await list({ search: "order-" }), await list({}));
  });

  it("with a start of more than 1,000 old order numbers show the highest numbers", async () => {
    const found = await repository.list(database(), endpoint, { search: "order-1", limit: PAGE });
    assert.equal(found.length, PAGE);
    assert.ok(found.every(({ order }) => order?.externalId?.startsWith("order-1")));
    assert.equal(found[0]?.delivery.id, deliveryOf(1999));
    const oldest = { search: "order-12", after: deliveryOf(11), limit: PAGE };
    const [first] = await repository.list(database(), endpoint, oldest);
    assert.equal(first?.delivery.id, deliveryOf(12));
  });

  it("read few rows for the endpoints with their newest delivery", async () => {
    const [found] = await read((db) => endpointRepository.listWithLatest(db, endpoint));
    assert.deepEqual([found?.status, found?.responseStatus], ["delivered", 200]);
  });

  it("read few rows for the API's events", async () => {
    const { accountId, mode } = endpoint;
    const owner = { accountId, mode, limit: PAGE };
    const [newest] = await read((db) => eventRepository.list(db, owner));
    assert.equal(newest?.id, eventOf(ROWS - 50));
    const late = { ...owner, before: eventOf(5_001) };
    const [first] = await read((db) => eventRepository.list(db, late));
    assert.equal(first?.id, eventOf(5_000));
  });

  it("read few rows for the pending test", async () => {
    assert.equal(await read((db) => repository.findPendingTest(db, endpoint)), undefined);
  });

  it("read few rows to resend a day", async () => {
    const since = new Date(Date.now() - 100 * DAY_MS);
    const until = new Date(since.getTime() + DAY_MS);
    const { id, accountId, mode } = endpoint;
    const range = { accountId, mode, types: [...EVENT_TYPES], since, until };
    assert.deepEqual(await read((db) => repository.listMissing(db, id, range, 500)), []);
    assert.equal(await read((db) => repository.restartExhausted(db, id, range, until, 500)), 0);
  });

  it("read few rows for the API's events of a rare type, and for the next id", async () => {
    const type = "transaction.succeeded" as const;
    const owner = { accountId: endpoint.accountId, mode: endpoint.mode };
    const isRare = sql`account_id = ${owner.accountId} and id > ${eventOf(RARE.payments)}`;
    await database().execute(sql`update events set type = 'transaction.failed' where ${isRare}`);
    await database().execute(sql`vacuum analyze events`);
    const page = await read((db) => eventRepository.list(db, { ...owner, type, limit: PAGE }));
    assert.ok(page.length < PAGE && page.every((event) => event.type === type));
    const event = { ...owner, type, payload: "{}", transactionId: null, createdAt: new Date() };
    await read((db) => enqueue(db, event, [endpoint.id]));
  });
});
