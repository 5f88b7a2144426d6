import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { readValue } from "#lib/platform/db/value.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { idOf, insertMany, manyTransactions, vacuum } from "#lib/testing/many-payments.ts";
import * as repository from "./repository.ts";

const ROWS = 3_000;
const SCANS = sql<number>`pg_stat_get_xact_numscans('transactions_restored'::regclass)::int`;

onDatabase("restored transactions among many", (database, connection) => {
  it("are listed by an index that contains only them", async () => {
    const { services } = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(services);
    const owner = { accountId, keyId: apiKey.id };
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    const held = idOf(5);
    await database().execute(sql`update transactions set restored_at = now() where id = ${held}`);
    await vacuum(database());
    await database().transaction(async (tx) => {
      const found = await repository.listHeld(tx);
      assert.deepEqual(
        found.map(({ id }) => id),
        [held],
      );
      // Other indexes are read as a whole, which no count of rows shows.
      assert.equal(await readValue(tx, SCANS), 1);
    });
  });
});
