import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentFilter } from "./filter.ts";

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

  it("are found once they fail, and by currency from the start", async () => {
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
});
