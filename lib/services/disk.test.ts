import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { readValue } from "#lib/platform/db/value.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { createWebhookTest, deliverDue } from "#lib/testing/webhooks.ts";

const TABLES = [
  "transactions",
  "checkouts",
  "payer_sessions",
  "payment_attempts",
  "events",
  "deliveries",
  "delivery_attempts",
];
const [FEW, MANY] = [200, 600];
const MOST_BYTES = 5_000;

onDatabase("a paid payment with one delivery", (database, connection) => {
  const sizeOf = async (table: string) => {
    await database().execute(sql.raw(`vacuum full ${table}`));
    return readValue(database(), sql<number>`pg_total_relation_size(${table}::regclass)::int`);
  };
  const sizes = async () => {
    const all: number[] = [];
    for (const table of TABLES) all.push(await sizeOf(table));
    return all;
  };

  it("leaves few bytes, with its indexes", { skip: onlyInFull }, async (t) => {
    const { services, webhooks, clock, bank, apiKey, addEndpoint } = await createWebhookTest(
      connection(),
    );
    const { checkout, payers, transactions, attempts } = services;
    await addEndpoint();

    async function pay(number: number): Promise<void> {
      clock.advance({ seconds: 7 });
      const { id } = await makeTransaction(services, apiKey, { externalId: `order-${number}` });
      const found = (await transactions.findById(id)) ?? assert.fail();
      const lock = { browserId: newBrowserId(), approach: "open" } as const;
      const { transaction } = await checkout.lock(found, lock);
      const entry = { transaction, sessionId: undefined, deviceId: undefined };
      const { session } = await payers.enter(entry);
      const { orderDigest } = (await checkout.view(found.reference, "web")) ?? assert.fail();
      const payer = { sessionId: session.id, hasIban: false };
      const order = { bankId: "scripted", orderDigest, payerIp: undefined, payer };
      await attempts.startOn(transaction, order);
      bank.decide("succeeded");
      await attempts.refreshLatest(id);
    }

    for (let number = 0; number < FEW; number += 1) await pay(number);
    await deliverDue(webhooks, { limit: MANY });
    // What an empty index and the last page of each take counts once.
    const before = await sizes();
    for (let number = FEW; number < MANY; number += 1) await pay(number);
    await deliverDue(webhooks, { limit: MANY });
    const after = await sizes();
    const bytes = after.map((size, at) => Math.round((size - (before[at] ?? 0)) / (MANY - FEW)));
    const total = bytes.reduce((sum, one) => sum + one, 0);
    t.diagnostic(TABLES.map((table, at) => `${table} ${bytes[at]}`).join(", "));
    assert.ok(total <= MOST_BYTES, `${total} bytes`);
  });
});
