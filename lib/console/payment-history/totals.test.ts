import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentPlace } from "./payment.ts";

const PAYMENT = { transaction: {} };

onBothDatabases("totals of listed payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  /** Also those that are not read again, of a page that is the only one. */
  async function totalsOf(place: PaymentPlace) {
    const { payments } = test.services;
    const page = await payments.list(place);
    return {
      counted: await payments.totals(place, { ...page, next: "another" }),
      ofOnePage: await payments.totals(place, page),
    };
  }

  it("are by currency, and count a payment once that a search finds twice", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    const { payments } = test.services;
    const place = { accountId, mode, filter: {} };
    const nothing = { count: 0, isOver: false, currencies: [] };
    assert.deepEqual(await totalsOf(place), { counted: nothing, ofOnePage: nothing });
    await storePayments(database(), apiKey, [
      // Order number, amount.
      { transaction: { amount: 2000, externalId: "20", status: "succeeded" } },
      { transaction: { amount: 2000, externalId: "21" } },
      { transaction: { amount: 300, currency: "JPY", externalId: "201" } },
      { transaction: { amount: 100, currency: "CHF", externalId: "2010" } },
    ]);
    const euros = { currency: "EUR", count: 2, amount: 4000, paid: 2000 };
    const francs = { currency: "CHF", count: 1, amount: 100, paid: 0 };
    const yen = { currency: "JPY", count: 1, amount: 300, paid: 0 };
    const all = { count: 4, isOver: false, currencies: [euros, francs, yen] };
    assert.deepEqual(await totalsOf(place), { counted: all, ofOnePage: all });
    const found = { ...place, filter: { search: { text: "20", zone: "UTC" } } };
    assert.deepEqual(await totalsOf(found), { counted: all, ofOnePage: all });
    const over = { count: 2, isOver: true, currencies: [] };
    const page = await payments.list(place, 1);
    assert.deepEqual(await payments.totals(place, page, 2), over);
    assert.deepEqual(await payments.totals(found, page, 2), over);
    assert.deepEqual(await payments.totals(place, page, 4), all);
  });

  it("are those of all pages beside one after the last", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, [PAYMENT, PAYMENT]);
    const { payments } = await test.services.payments.list({ accountId, mode, filter: {} });
    const cursor = { after: payments[1]?.id ?? "" };
    const place = { accountId, mode, filter: {}, cursor };
    const page = await test.services.payments.list(place);
    assert.equal(page.payments.length, 0);
    assert.equal((await test.services.payments.totals(place, page)).count, 2);
  });

  it("are added up from the only page", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, [PAYMENT, PAYMENT]);
    const place = { accountId, mode, filter: {} };
    const page = await test.services.payments.list(place);
    await storePayments(database(), apiKey, [PAYMENT]);
    assert.equal((await test.services.payments.totals(place, page)).count, 2);
  });
});
