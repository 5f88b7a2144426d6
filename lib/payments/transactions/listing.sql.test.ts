import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { idOf, insertMany, manyTransactions, vacuum } from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { list, type TransactionFilter } from "./listing.sql.ts";
import { countOpen, latestByAccount, listPending } from "./repository.ts";

const ROWS = 10_000;
const PAGE = 21;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_READ = 200;
/** From the sixth time on, PostgreSQL plans for all values. */
const UNTIL_PLAN_IS_KEPT = 8;

onDatabase("lists of one merchant's many transactions", (database, connection) => {
  let apiKey: ApiKey;
  before(async () => {
    const { services } = createTestServices(connection());
    ({ apiKey } = await makeMerchant(services));
    // Has none, so that a search for its last one could walk through all others.
    await makeMerchant(services);
    const owner = { accountId: apiKey.accountId, keyId: apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    await vacuum(database());
  });

  type Filter = Partial<Omit<TransactionFilter, "accountId" | "mode">>;

  async function read(filter: Filter) {
    const { accountId, mode } = apiKey;
    let ids: string[] = [];
    const rows = await rowsReadBy(database(), async (db) => {
      for (let time = 0; time < UNTIL_PLAN_IS_KEPT; time += 1) {
        const listed = await list(db, { accountId, mode, limit: PAGE, ...filter });
        ids = listed.map(({ id }) => id);
      }
    });
    return { rows: rows / UNTIL_PLAN_IS_KEPT, ids };
  }

  const countdown = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => idOf(from - index));

  for (const [name, filter, found] of [
    ["newest first", {}, countdown(ROWS, PAGE)],
    ["after a cursor", { before: idOf(5000) }, countdown(4999, PAGE)],
    ["by tens", { before: idOf(5000), limit: 10 }, countdown(4999, 10)],
    ["after the last", { before: idOf(1) }, []],
    ["of an order", { externalId: "order-4000" }, [idOf(4000)]],
    ["of no order", { externalId: "no-order" }, []],
    ["of an order, after its own cursor", { externalId: "order-4000", before: idOf(4000) }, []],
    ["of few old ones in a status", { status: "processing" }, countdown(10, 10)],
    ["of a status, after a cursor", { status: "processing", before: idOf(5) }, countdown(4, 4)],
    [
      "of the oldest hours",
      { createdBefore: new Date(Date.now() - 179.8 * DAY_MS), status: "processing" },
      countdown(10, 10),
    ],
    [
      "of failed ones, after a cursor",
      { status: "failed", before: idOf(70) },
      [63, 56, 49, 42, 35, 28, 21, 14].map(idOf),
    ],
  ] as const) {
    it(`read few rows: ${name}`, async () => {
      const { rows, ids } = await read(filter);
      assert.deepEqual(ids, found);
      assert.ok(rows <= MOST_READ, `${rows} rows`);
    });
  }

  const others: [string, (db: Database) => Promise<unknown>, unknown][] = [
    ["the latest of each account", async (db) => (await latestByAccount(db)).size, 1],
    ["those that wait", async (db) => (await listPending(db, apiKey.accountId)).length, 50],
    ["those that are open", (db) => countOpen(db, apiKey.accountId), { open: 60, reported: 0 }],
  ];
  for (const [name, readBy, found] of others) {
    it(`read few rows: ${name}`, async () => {
      const rows = await rowsReadBy(database(), async (db) => {
        assert.deepEqual(await readBy(db), found);
      });
      assert.ok(rows <= MOST_READ, `${rows} rows`);
    });
  }

  it("count a query without an index as reading all rows", async () => {
    const all = await rowsReadBy(database(), (db) =>
      db.execute(sql`select id from transactions where fingerprint = 'x'`),
    );
    assert.ok(all >= ROWS, `${all} rows`);
  });
});
