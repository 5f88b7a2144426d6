import assert from "node:assert/strict";
import { it } from "node:test";
import { and, eq, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { findEarlier } from "./creation/creation.sql.ts";
import * as repository from "./repository.ts";

const ROWS = 2_000;
const UNTIL_PLANNED_AGAIN = 40;

/** Rows of transactions touched since PostgreSQL last published its counts. */
const touched = prepare("test-touched", (db) =>
  db
    .select({ rows: sql<number>`(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int` })
    .from(sql`pg_stat_xact_user_tables`)
    .where(sql`relname = 'transactions'`),
);

/** By a column that no index has: of the indexes, the account's leads to all of its rows. */
const byColumn = prepare("test-by-column", (db) =>
  db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.accountId, sql.placeholder("accountId")),
        eq(transactions.mode, sql.placeholder("mode")),
        eq(transactions.orderInfo, sql.placeholder("orderInfo")),
      ),
    )
    .orderBy(transactions.id),
);

function rowsTouchedBy(db: Database, read: (tx: Batched) => Promise<unknown[]>): Promise<number> {
  return inBatches(db, async (tx) => {
    const count = async () => (await run(tx, touched({})))[0]?.rows ?? Number.NaN;
    const before = await count();
    assert.equal((await read(tx)).length, 1);
    return (await count()) - before;
  });
}

onDatabase("a table that grows without new statistics", (database, connection) => {
  it("reads only the rows it needs for a frequent statement", async () => {
    const db = database();
    const { services } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    const { id, orderInfo } = await makeTransaction(services, apiKey, { externalId: "order-1" });
    await db.execute(sql`analyze transactions`);
    const order = { accountId: apiKey.accountId, mode: apiKey.mode, externalId: "order-1" };
    const asked = { accountId: apiKey.accountId, keys: [], since: new Date() };
    const reads = {
      live: (tx: Batched) => findEarlier(tx, asked, order).then(({ live }) => live),
      control: (tx: Batched) => run(tx, byColumn({ ...order, orderInfo })),
    };
    const readById = () => repository.findAlone(db, id).then((row) => row?.id);
    // Each connection plans for all values from the sixth time on.
    for (let time = 0; time < UNTIL_PLANNED_AGAIN; time += 1) {
      for (const read of Object.values(reads)) await rowsTouchedBy(db, read);
      assert.equal(await readById(), id);
    }
    await db.execute(sql`insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
      'id', 'txn_' || lpad(n::text, 26, '0'), 'reference', lpad(n::text, 22, 'r'),
      'external_id', 'other-' || n, 'order_info', 'other-' || n))).*
      from transactions t, generate_series(1, ${ROWS}) n where t.id = ${id}`);
    const seen = { live: 0, control: 0 };
    for (let time = 0; time < UNTIL_PLANNED_AGAIN; time += 1) {
      for (const name of ["live", "control"] as const) {
        seen[name] = Math.max(seen[name], await rowsTouchedBy(db, reads[name]));
      }
    }
    assert.ok(seen.live <= 2, `${seen.live} rows`);
    assert.ok(seen.control >= ROWS, `without it ${seen.control} rows`);
  });
});
