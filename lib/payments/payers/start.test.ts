import assert from "node:assert/strict";
import { it } from "node:test";
import type pg from "pg";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { clientOf } from "#lib/platform/db/send.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";

/** What the server gets, in order; statements that are sent together count each. */
async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const queries = new Map<pg.PoolClient, pg.PoolClient["query"]>();
  const watch = (client: pg.PoolClient) => {
    if (queries.has(client)) return;
    const { query } = client;
    queries.set(client, query);
    client.query = ((...given: [pg.QueryConfig | string]) => {
      const [first] = given;
      seen.push(...(typeof first === "string" ? first : first.text).split("; "));
      return (query as (...given: unknown[]) => unknown).apply(client, given);
    }) as typeof query;
  };
  pool.on("acquire", watch);
  await work().finally(() => {
    pool.off("acquire", watch);
    for (const [client, query] of queries) client.query = query;
  });
  return seen;
}

onDatabase("a payment that starts at a bank", (database, connection) => {
  it("takes at most 20 statements, and reads the order once and under each of its two locks", async (t) => {
    if (!connection().pool) return t.skip("PGlite has one session");
    const { payers, services, openWeb, lastCode } = createTestPayers(connection());
    const { transaction, session } = await openWeb();
    const { checkout } = services;
    await payers.sendCode({ sessionId: session.id, email: "ada@shop.example", locale: "en" });
    await payers.checkCode({ sessionId: session.id, code: lastCode() });
    const view = await checkout.view(transaction.reference, "web");
    const { orderDigest = "" } = view ?? {};
    const browserId = newBrowserId();
    const pool = clientOf(database()) as pg.Pool;
    const statements = await statementsOf(pool, async () => {
      const found = await checkout.require(transaction.reference);
      const locked = await checkout.lock(found, { browserId, approach: "step" });
      const entry = { transaction: locked.transaction, sessionId: session.id, deviceId: undefined };
      const { session: own } = await payers.enter(entry);
      const order = { bankId: "scripted", orderDigest, payerIp: undefined, browserId };
      assert.ok(await payers.start(own, order));
    });
    const isOfOrder = (text: string) => /^select [^(]* from "transactions"/.test(text);
    assert.ok(
      statements.length <= 20,
      `${statements.length} statements:\n${statements.join("\n")}`,
    );
    assert.equal(statements.filter(isOfOrder).length, 3, statements.filter(isOfOrder).join("\n"));
  });
});
