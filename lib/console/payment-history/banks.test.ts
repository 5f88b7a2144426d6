import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import { paymentBanks } from "#lib/payments/model/schema.ts";
import { readMigrations } from "#lib/platform/db/migration-files.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentFilter } from "./filter.ts";

const FILLS = ["0036_payment_banks_filters", "0040_payment_banks_order_index"];

onBothDatabases("payments of a bank with another filter", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
  });

  const find = async (filter: PaymentFilter) => {
    const { accountId, mode } = merchant.apiKey;
    const { payments } = await test.services.payments.listWithTotals({ accountId, mode, filter });
    return payments.map(({ id }) => id);
  };
  const search = (text: string) => find({ bankId: "scripted", search: { text, zone: "UTC" } });
  const store = async (currency: string) => {
    const attempts = [{ bankId: "scripted", status: "failed" as const }];
    const transaction = { currency, externalId: `order-in-${currency}` };
    const [one] = await storePayments(database(), merchant.apiKey, [{ transaction, attempts }]);
    return one?.transaction.id ?? "";
  };
  const cancelled = { bankId: "scripted", failureReason: "cancelled" } as const;

  it("are found once they fail, and by their currency from the start", async () => {
    const id = await store("SEK");
    assert.deepEqual(await find({ bankId: "scripted", currency: "SEK" }), [id]);
    assert.deepEqual(await find(cancelled), []);
    await test.services.transactions.cancel(merchant.apiKey, id);
    assert.deepEqual(await find(cancelled), [id]);
    assert.deepEqual(await find({ ...cancelled, currency: "SEK" }), [id]);
    assert.deepEqual(await find({ ...cancelled, currency: "NOK" }), []);
  });

  it("are found by the start of their order number", async () => {
    const id = await store("PLN");
    assert.deepEqual(await search("order-in-P"), [id]);
    assert.deepEqual(await search("order-in-Q"), []);
  });

  it("are found after an upgrade, which changes none that a trigger wrote", async () => {
    const old = await store("NOK");
    await test.services.transactions.cancel(merchant.apiKey, old);
    const fresh = await store("DKK");
    const asBefore = { currency: null, failureReason: null, externalId: null };
    await database().update(paymentBanks).set(asBefore).where(eq(paymentBanks.transactionId, old));
    // Not what the payment has, to see that it stays.
    const written = { currency: "XXX", externalId: "none" };
    await database().update(paymentBanks).set(written).where(eq(paymentBanks.transactionId, fresh));
    assert.deepEqual(await find({ bankId: "scripted", currency: "NOK" }), []);
    assert.deepEqual(await search("order-in-N"), []);
    for (const { tag, statements } of readMigrations()) {
      if (!FILLS.includes(tag)) continue;
      await connection().session((db) => db.execute(sql.raw(statements[0] ?? "")));
    }
    assert.deepEqual(await find({ ...cancelled, currency: "NOK" }), [old]);
    assert.deepEqual(await search("order-in-N"), [old]);
    const [row] = await database()
      .select({ currency: paymentBanks.currency, externalId: paymentBanks.externalId })
      .from(paymentBanks)
      .where(eq(paymentBanks.transactionId, fresh));
    assert.deepEqual(row, written);
  });
});
