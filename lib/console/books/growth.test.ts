import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { insertMany, manyTransactions, vacuum } from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import * as repository from "./repository.ts";
import { dayOf } from "./service.ts";

const ROWS = 6_000;
const PAGE = 10;
/** A page may read as many of each sample, and few more by key. */
const MOST_READ = 600;

onDatabase("books among many payments", (database, connection) => {
  it("are read by day, and page by page", async () => {
    const { services } = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(services);
    const owner = { accountId, keyId: apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    await vacuum(database());
    const date = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10);
    const [mode, day] = ["test", dayOf(date, "UTC")] as const;
    let pages = 0;
    let after: repository.Position | undefined;
    do {
      let found: repository.Position[] = [];
      const read = await rowsReadBy(database(), async (tx) => {
        // As in every session on a server.
        await tx.execute(sql`set local enable_seqscan = off`);
        found = await repository.listPaid(tx, { accountId, mode }, day, after, PAGE);
      });
      assert.ok(read <= MOST_READ, `${read} rows`);
      after = found.at(-1);
      pages += 1;
    } while (after);
    assert.ok(pages > 2, `${pages} pages`);
    const read = await rowsReadBy(database(), async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await repository.sumPaid(tx, { accountId, mode }, day);
    });
    assert.ok(read <= MOST_READ, `${read} rows for the totals`);
  });
});
