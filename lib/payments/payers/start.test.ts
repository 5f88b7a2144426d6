import assert from "node:assert/strict";
import { it } from "node:test";
import pg from "pg";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";

/** What the server gets, in order; statements that are sent together count each. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const seen: string[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: [pg.QueryConfig | string]) {
    const [first] = given;
    seen.push(...(typeof first === "string" ? first : first.text).split("; "));
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  await work().finally(() => {
    pg.Client.prototype.query = query;
  });
  return seen;
}

onDatabase("a payment that starts at a bank", (_database, connection) => {
  it("takes at most 20 statements, and reads the order once and under each of its two locks", async () => {
    const { payers, services, openWeb, lastCode } = createTestPayers(connection());
    const { transaction, session } = await openWeb();
    const { checkout } = services;
    await payers.sendCode({ sessionId: session.id, email: "ada@shop.example", locale: "en" });
    await payers.checkCode({ sessionId: session.id, code: lastCode() });
    const view = await checkout.view(transaction.reference, "web");
    const { orderDigest = "" } = view ?? {};
    const browserId = newBrowserId();
    const statements = await statementsOf(async () => {
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
