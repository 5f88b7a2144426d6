import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import {
  idOf,
  insertMany,
  manyDeliveries,
  manyTransactions,
  vacuum,
} from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import * as repository from "./repository.ts";

const ROWS = 3_000;
const MOST_READ = 300;
// They are of the last 180 days.
const [NONE_OVER, SOME_OVER] = [200, 179];

onDatabase("retention among many payments", (database, connection) => {
  it("reads only the rows whose time is over", async () => {
    const { services } = createTestServices(connection());
    const { apiKey, accountId } = await makeMerchant(services);
    const owner = { accountId, keyId: apiKey.id };
    const { id: endpointId = "" } = await services.webhooks.createEndpoint({
      accountId,
      mode: "test",
      url: "http://127.0.0.1:9/hooks",
      actor: "operator",
    });
    await insertMany(database(), ROWS, (from, to) => manyTransactions(owner, ROWS, from, to));
    await insertMany(database(), ROWS, (from, to) => manyDeliveries(owner, endpointId, from, to));
    await database().execute(sql`update transactions set metadata = '{"customer": 1}'`);
    await database().execute(sql`update delivery_attempts set response_start = 'x'`);
    await database().execute(
      sql`insert into order_contexts select id, 'x', null, null, null, created_at from transactions`,
    );
    await vacuum(database());
    const now = new Date();
    for (const days of [NONE_OVER, SOME_OVER]) {
      const found: string[][] = [];
      const read = await rowsReadBy(database(), async (tx) => {
        // As in every session on a server.
        await tx.execute(sql`set local enable_seqscan = off`);
        found.push(await repository.findWithDetails(tx, now, days, 200));
        await repository.clearAttempts(tx, now, days, 200);
        found.push(await repository.findWithContexts(tx, now, days, 200));
      });
      assert.ok(read <= MOST_READ, `${read} rows`);
      for (const ids of found) {
        assert.equal(ids.length > 0 && ids.every((id) => id < idOf(100)), days === SOME_OVER);
      }
    }
  });
});
