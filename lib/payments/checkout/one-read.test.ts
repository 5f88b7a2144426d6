import assert from "node:assert/strict";
import { it } from "node:test";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

type Client = { query(sent: unknown, ...more: unknown[]): unknown };
type Pool = { connect?(): Promise<Client> };

/** Counts what goes to the database, by drizzle or prepared. */
function counting(connection: Connection) {
  const counts = { reads: 0, changes: 0 };
  const watch = <T extends Client>(client: T): T =>
    Object.create(client, {
      query: {
        value(sent: string | { text: string }, ...more: unknown[]) {
          const text = typeof sent === "string" ? sent : sent.text;
          counts.reads += text.match(/^select .* from "transactions"/gs)?.length ?? 0;
          counts.changes += text.match(/^(update|insert|delete) /g)?.length ?? 0;
          return client.query(sent, ...more);
        },
      },
    });
  const { session } = connection.db._ as unknown as { session: { client: Client & Pool } };
  const { client } = session;
  const connect = client.connect?.bind(client);
  session.client = Object.create(watch(client), {
    ...(connect && { connect: { value: async () => watch(await connect()) } }),
  });
  return { counts, stop: () => Object.assign(session, { client }) };
}

onDatabase("an order of the web flow", (_database, connection) => {
  it("takes one read and one update for its first page, and then one read", async (t) => {
    const { services } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    const { reference } = await makeTransaction(services, apiKey);
    const { counts, stop } = counting(connection());
    t.after(stop);
    const { checkout } = services;
    const browserId = newBrowserId();
    const showPage = async () => {
      Object.assign(counts, { reads: 0, changes: 0 });
      const found = await checkout.find(reference);
      const order = await checkout.open(reference, "web", found);
      assert.ok(order);
      const { state, transaction } = await checkout.lock(order.transaction, {
        browserId,
        approach: "open",
        step: "choosing",
      });
      assert.equal(state, "own");
      await checkout.notePayerStep(transaction, "choosing", browserId);
      return { ...counts };
    };
    assert.deepEqual(await showPage(), { reads: 1, changes: 1 });
    assert.deepEqual(await showPage(), { reads: 1, changes: 0 });
    await checkout.open(reference, "web");
    assert.equal(counts.reads, 2, "the count sees what is read again");
  });
});
