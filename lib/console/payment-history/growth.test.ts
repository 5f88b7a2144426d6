import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { readValue } from "#lib/platform/db/value.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import {
  idOf,
  insertMany,
  manyAttempts,
  manyTransactions,
  RARE,
  vacuum,
} from "#lib/testing/many-payments.ts";
import { positionOf } from "#lib/testing/payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { until } from "#lib/testing/until.ts";
import type { PaymentFilter } from "./filter.ts";
import type { PaymentOrder } from "./payment.ts";
import * as repository from "./repository.ts";
import { sumUp } from "./totals.sql.ts";

const ROWS = 10_000;
const PAGE = 51;
const NEWEST = { by: "created", direction: "desc" } as const;
const OLD_DAY = new Date(Date.now() - 150 * 24 * 60 * 60 * 1000);
const NO_SEARCH = { amounts: [], day: undefined, email: undefined };
// More than a page, so that it can't be all of them.
const MOST_READ = 1_000;
/** Rows of the payments' table that a database transaction has read by way of its indexes. */
const FETCHED = sql<number>`(select sum(pg_stat_get_xact_tuples_fetched(oid))::int from pg_class where relname like 'transactions%')`;

onDatabase("filters among many payments", (database, connection) => {
  let apiKey: ApiKey;
  before(async () => {
    const { services } = createTestServices(connection());
    ({ apiKey } = await makeMerchant(services));
    const owner = { accountId: apiKey.accountId, keyId: apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    await insertMany(database(), ROWS, (from, to) => manyAttempts(owner, from, to));
    await vacuum(database());
  });

  const ownerOf = ({ accountId, mode }: ApiKey) => ({ accountId, mode });

  async function read(filter: PaymentFilter, order: PaymentOrder, start?: string, text?: string) {
    let ids: string[] = [];
    const after = start === undefined ? undefined : await positionOf(database(), start);
    const rows = await rowsReadBy(database(), async (db) => {
      const owner = ownerOf(apiKey);
      const search = text === undefined ? undefined : { ...NO_SEARCH, text };
      const query = { ...owner, filter, search, order, after };
      ids = (await repository.list(db, query, PAGE)).map(({ id }) => id);
    });
    return { rows, ids };
  }

  const oldest = Array.from({ length: RARE.payments }, (_, index) => idOf(RARE.payments - index));
  const expired = { failureReason: "expired", currency: "EUR" } as const;

  for (const [name, filter, found] of [
    ["a bank", { bankId: "bank-1" }, PAGE],
    ["a bank of few old payments", { bankId: RARE.bankId }, oldest],
    ["a bank without payments", { bankId: "no-bank" }, []],
    ["a bank and a currency without payments", { bankId: "bank-1", currency: "NOK" }, []],
    ["a bank and old days", { bankId: "bank-1", createdBefore: OLD_DAY }, PAGE],
    ["a currency of few old payments", { currency: RARE.currency }, oldest],
    ["a currency without payments", { currency: "NOK" }, []],
    ["a reason without payments", { failureReason: "verification_failed" }, []],
    ["a reason and an amount", { ...expired, maxAmount: RARE.amount }, []],
  ] as const) {
    for (const by of ["created", "amount", "status"] as const) {
      it(`read few rows for ${name}, by ${by}`, async () => {
        const { rows, ids } = await read(filter, { by, direction: "desc" });
        if (typeof found === "number") assert.equal(ids.length, found);
        else assert.deepEqual(ids.toSorted(), found.toSorted());
        // Only the order by creation has an index, the others sort a bank's payments.
        const most = found === PAGE && by !== "created" ? ROWS : MOST_READ;
        assert.ok(rows <= most, `${rows} rows`);
      });
    }
  }

  // Both alone have hundreds of payments.
  for (const [name, filter] of [
    ["a reason and amounts", { ...expired, maxAmount: 1_000 }],
    ["a currency and amounts", { currency: "SEK", minAmount: 101, maxAmount: 1_099 }],
    ["a currency and a reason", { currency: "SEK", failureReason: "expired" }],
  ] as const) {
    it(`read little more than the listed rows for ${name}`, async () => {
      const { rows, ids } = await read(filter, NEWEST);
      assert.ok(rows <= 2 * ids.length + 20, `${rows} rows for ${ids.length} payments`);
    });

    it(`read little more than the counted and listed rows for ${name}`, async () => {
      const { rows, count } = await sumUpAndList(filter);
      assert.ok(rows <= 2 * count + 20, `${rows} rows for ${count} payments`);
    });
  }

  async function sumUpAndList(filter: PaymentFilter) {
    let count = 0;
    const query = {
      ...ownerOf(apiKey),
      filter,
      search: undefined,
      order: NEWEST,
      after: undefined,
    };
    const rows = await rowsReadBy(database(), async (db) => {
      const sums = await sumUp(db, query, ROWS, PAGE);
      const listed = await repository.listThese(db, sums?.ids ?? [], NEWEST);
      count = listed.length + (sums?.count ?? 0);
    });
    return { rows, count };
  }

  // No index has the bank with what else is asked for.
  for (const [name, bankId, others] of [
    ["a currency", "bank-1", { currency: "SEK" }],
    ["a reason", "bank-1", { failureReason: "expired" }],
    ["a currency and a reason", "bank-0", { currency: "SEK", failureReason: "expired" }],
  ] as const) {
    it(`read little more for a bank and ${name} than for ${name} alone`, async () => {
      const { count: without } = await sumUpAndList(others);
      const { rows, ids } = await read({ ...others, bankId }, NEWEST);
      assert.ok(rows <= 2 * (without + ids.length) + 20, `${rows} rows`);
      const both = await sumUpAndList({ ...others, bankId });
      assert.ok(both.rows <= 2 * (without + both.count) + 20, `${both.rows} rows`);
    });
  }

  it("look up none of a bank's payments if there are too many to count", async () => {
    const query = {
      ...ownerOf(apiKey),
      filter: { bankId: "bank-1" },
      search: undefined,
      order: NEWEST,
      after: undefined,
    };
    await database().transaction(async (db) => {
      const before = await readValue(db, FETCHED);
      assert.equal(await sumUp(db, query, MOST_READ, PAGE), undefined);
      assert.equal(await readValue(db, FETCHED), before);
    });
  });

  it("read few rows for a late page of a bank, in both directions", async () => {
    for (const direction of ["asc", "desc"] as const) {
      const { rows, ids } = await read(
        { bankId: "bank-1" },
        { by: "created", direction },
        idOf(5001),
      );
      const step = direction === "asc" ? 4 : -4;
      assert.deepEqual(
        ids,
        Array.from({ length: PAGE }, (_, index) => idOf(5001 + step * (index + 1))),
      );
      assert.ok(rows <= MOST_READ, `${rows} rows`);
    }
  });

  it("read few rows for order numbers of all, few or only old payments", async () => {
    const page = (from: number) => Array.from({ length: PAGE }, (_, index) => idOf(from - index));
    for (const [text, after, found] of [
      ["order-", undefined, page(ROWS)],
      ["order-", idOf(5001), page(5000)],
      ["order-12", undefined, page(1299)],
      [
        "order-12",
        idOf(1205),
        [1204, 1203, 1202, 1201, 1200, 129, 128, 127, 126, 125, 124, 123, 122, 121, 120, 12].map(
          idOf,
        ),
      ],
      ["order-1234", undefined, [idOf(1234)]],
    ] as const) {
      const { rows, ids } = await read({}, NEWEST, after, text);
      assert.deepEqual(ids, found, text);
      assert.ok(rows <= MOST_READ, `${rows} rows for ${text}`);
    }
  });

  it("export every payment, unlike a list of too many order numbers", async () => {
    const order = { by: "amount", direction: "asc" } as const;
    const search = { ...NO_SEARCH, text: "order-1" };
    const query = { ...ownerOf(apiKey), filter: {}, search, order, after: undefined };
    const isAsked = (n: number) => String(n).startsWith("1");
    const asked = Array.from({ length: ROWS }, (_, index) => index + 1).filter(isAsked);
    const exported = await repository.listToExport(database(), query, ROWS);
    assert.deepEqual(exported.map(({ id }) => id).sort(), asked.map(idOf));
    const listed = await repository.list(database(), query, ROWS, 100);
    assert.ok(listed.length < asked.length, `${listed.length} payments`);
  });

  it("count a query without an index as reading all rows", async () => {
    const all = await rowsReadBy(database(), (db) =>
      db.execute(sql`select id from transactions where fingerprint = 'x'`),
    );
    assert.ok(all >= ROWS, `${all} rows`);
  });

  /** False if it left out pages that are in use, whose rows would be fetched. */
  async function vacuumAll(): Promise<boolean> {
    // An earlier file's deleted rows, if on few pages, are otherwise left there.
    await database().execute(sql`vacuum (index_cleanup on) transactions`);
    return await readValue(
      database(),
      sql<boolean>`(select relallvisible = relpages from pg_class where relname = 'transactions')`,
    );
  }

  for (const [name, filter] of [
    ["no filter", {}],
    ["a currency", { currency: "SEK" }],
    ["a reason", { failureReason: "expired" }],
    ["a status", { statuses: ["failed"] }],
    ["amounts", { minAmount: 101, maxAmount: 3_000 }],
  ] satisfies [string, PaymentFilter][]) {
    it(`count order numbers by their start with ${name} from an index alone`, async () => {
      const search = { ...NO_SEARCH, text: "order-12" };
      const query = { ...ownerOf(apiKey), filter, search, order: NEWEST, after: undefined };
      await until(vacuumAll);
      let [found, fetched] = [0, 0];
      const rows = await rowsReadBy(database(), async (db) => {
        const before = await readValue(db, FETCHED);
        found = (await sumUp(db, query, ROWS, PAGE))?.count ?? 0;
        fetched = (await readValue(db, FETCHED)) - before;
      });
      assert.ok(rows <= MOST_READ, `${rows} rows`);
      assert.ok(found > 0);
      assert.equal(fetched, 0);
    });
  }
});
