import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { idOf, insertMany, manyTransactions } from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import * as repository from "./repository.ts";

const ROWS = 3_000;
const MOST_READ = 100;

onDatabase("restored transactions among many", (database, connection) => {
  it("are listed by an index", async () => {
    const { services } = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(services);
    const owner = { accountId, keyId: apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    const held = idOf(5);
    await database().execute(sql`update transactions set restored_at = now() where id = ${held}`);
    await database().execute(sql`analyze`);
    let found: string[] = [];
    const read = await rowsReadBy(database(), async (tx) => {
      found = (await repository.listHeld(tx)).map(({ id }) => id);
    });
    assert.deepEqual(found, [held]);
    assert.ok(read <= MOST_READ, `${read} rows`);
  });
});
