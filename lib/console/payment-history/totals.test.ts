import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { type PaymentCursor, type PaymentPlace, SORT_KEYS } from "./payment.ts";

const PLACES = SORT_KEYS.flatMap((by) =>
  (["asc", "desc"] as const).flatMap((direction) =>
    // The search finds order numbers, amounts, and payments by both.
    [{}, { search: { text: "2", zone: "UTC" } }, { bankId: "scripted" }].map((filter) => ({
      filter,
      order: { by, direction },
    })),
  ),
);

onBothDatabases("a list with totals", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  async function makeOwner(payments: Parameters<typeof storePayments>[2]) {
    const { apiKey } = await makeMerchant(test.services);
    await storePayments(database(), apiKey, payments);
    return { accountId: apiKey.accountId, mode: apiKey.mode };
  }

  const totalsOf = async (place: PaymentPlace, limits = {}) =>
    (await test.services.payments.listWithTotals(place, limits)).totals;

  /** Of the first page, and of both sides of some payments, the first and the last of thirteen among them. */
  async function cursorsOf(place: PaymentPlace): Promise<PaymentCursor[]> {
    const { payments } = await test.services.payments.list(place);
    const some = payments.filter((_, index) => index % 4 === 0);
    return [undefined, ...some.flatMap((one) => [{ after: one }, { before: one }])];
  }

  it("adds up by currency, and counts a payment found twice once", async () => {
    const owner = await makeOwner([
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
    const over = { count: 3, isOver: true, currencies: [] };
    for (const filter of [{}, { search: { text: "20", zone: "UTC" } }]) {
      const place = { ...owner, filter };
      assert.deepEqual(await totalsOf(place), all);
      assert.deepEqual(await totalsOf(place, { mostCounted: 4, limit: 1 }), all);
      assert.deepEqual(await totalsOf(place, { mostCounted: 3 }), over);
    }
  });

  it("totals all pages, also after the last one and without payments", async () => {
    const owner = await makeOwner([{ transaction: {} }, { transaction: {} }]);
    const place = { ...owner, filter: {} };
    const { payments } = await test.services.payments.list(place);
    const last = await test.services.payments.listWithTotals({
      ...place,
      cursor: { after: payments[1] ?? assert.fail() },
    });
    assert.deepEqual([last.payments.length, last.totals.count], [0, 2]);
    const none = { count: 0, isOver: false, currencies: [] };
    assert.deepEqual(await totalsOf({ ...place, filter: { currency: "SEK" } }), none);
  });

  it("has the same pages whether its payments are counted or too many", async () => {
    const owner = await makeOwner(
      Array.from({ length: 13 }, (_, index) => ({
        transaction: {
          amount: 100 * (1 + (index % 3)),
          currency: index % 5 === 0 ? "CHF" : "EUR",
          externalId: index % 4 === 0 ? `other-${index}` : `2-${index}`,
          createdAt: new Date(Date.UTC(2026, 0, 15, 12, (index * 5) % 13)),
          status: index % 2 === 0 ? "failed" : "succeeded",
          failureReason: index % 2 === 0 ? "declined" : null,
        },
        attempts: [{ bankId: index % 3 === 0 ? "scripted-two" : "scripted" }],
      })),
    );
    for (const place of PLACES.map((one) => ({ ...owner, ...one }))) {
      for (const cursor of await cursorsOf(place)) {
        const expected = await test.services.payments.list({ ...place, cursor }, 5);
        for (const mostCounted of [100, 2]) {
          const limits = { limit: 5, mostCounted };
          const page = await test.services.payments.listWithTotals({ ...place, cursor }, limits);
          const { totals, ...listed } = page;
          assert.deepEqual(listed, expected);
          assert.equal(totals.isOver, mostCounted === 2);
        }
      }
    }
  });
});
