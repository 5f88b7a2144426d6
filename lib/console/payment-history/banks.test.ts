import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import { paymentBanks } from "#lib/payments/schema.ts";
import { readMigrations } from "#lib/platform/db/migration-files.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentFilter } from "./filter.ts";

const FILL = "0036_payment_banks_filters";

onBothDatabases("payments of a bank with another filter", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
  });

  const find = async (filter: PaymentFilter) => {
    const { accountId, mode } = merchant.apiKey;
    const { payments } = await test.services.payments.list({ accountId, mode, filter });
    return payments.map(({ id }) => id);
  };
  const store = async (currency: string) => {
    const attempts = [{ bankId: "scripted", status: "failed" as const }];
    const [one] = await storePayments(database(), merchant.apiKey, [
      { transaction: { currency }, attempts },
    ]);
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

  it("are found after an upgrade, which changes none that a trigger wrote", async () => {
    const old = await store("NOK");
    await test.services.transactions.cancel(merchant.apiKey, old);
    const fresh = await store("DKK");
    const asBefore = { currency: null, failureReason: null };
    await database().update(paymentBanks).set(asBefore).where(eq(paymentBanks.transactionId, old));
    // Not what the payment has, to see that it stays.
    const written = { currency: "XXX" };
    await database().update(paymentBanks).set(written).where(eq(paymentBanks.transactionId, fresh));
    assert.deepEqual(await find({ bankId: "scripted", currency: "NOK" }), []);
    const fill = readMigrations().find(({ tag }) => tag === FILL)?.statements[0] ?? "";
    await connection().session((db) => db.execute(sql.raw(fill)));
    assert.deepEqual(await find({ ...cancelled, currency: "NOK" }), [old]);
    const [row] = await database()
      .select({ currency: paymentBanks.currency })
      .from(paymentBanks)
      .where(eq(paymentBanks.transactionId, fresh));
    assert.deepEqual(row, written);
  });
});
