import assert from "node:assert/strict";
import { it } from "node:test";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Connection, Database } from "#lib/platform/db/client.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

function counting(connection: Connection) {
  const counts = { reads: 0, updates: 0 };
  const isOrder = (table: PgTable) => getTableName(table) === "transactions";
  const watch = <T extends object>(target: T, name: string, note: (table: PgTable) => void): T =>
    new Proxy(target, {
      get(object, key) {
        const member: unknown = Reflect.get(object, key);
        if (typeof member !== "function") return member;
        if (key !== name) return member.bind(object);
        return (table: PgTable) => {
          note(table);
          return member.call(object, table);
        };
      },
    });
  const updating = watch(connection.db, "update", (table) => {
    counts.updates += Number(isOrder(table));
  });
  const db = new Proxy(updating, {
    get(object, key) {
      const member: unknown = Reflect.get(object, key);
      if (key !== "select" || typeof member !== "function") return member;
      return (...fields: unknown[]) =>
        watch(member(...fields) as object, "from", (table) => {
          counts.reads += Number(isOrder(table));
        });
    },
  }) as Database;
  return { connection: { ...connection, db }, counts };
}

onDatabase("an order of the web flow", (_database, connection) => {
  it("is read once and updated once for its first page, and then read once", async () => {
    const { services } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    const { reference } = await makeTransaction(services, apiKey);
    const { connection: counted, counts } = counting(connection());
    const { checkout } = createTestServices(counted).services;
    const browserId = newBrowserId();
    const showPage = async () => {
      Object.assign(counts, { reads: 0, updates: 0 });
      const found = await checkout.find(reference);
      const order = await checkout.open(reference, "web", found);
      assert.ok(order);
      const { state, transaction } = await checkout.lock(order.transaction, browserId, "open");
      assert.equal(state, "own");
      await checkout.notePayerStep(transaction, "opened", browserId);
      return { ...counts };
    };
    assert.deepEqual(await showPage(), { reads: 1, updates: 1 });
    assert.deepEqual(await showPage(), { reads: 1, updates: 0 });
    await checkout.open(reference, "web");
    assert.equal(counts.reads, 2, "the count sees what is read again");
  });
});
