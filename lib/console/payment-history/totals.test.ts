import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { type PaymentCursor, type PaymentPlace, SORT_KEYS } from "./payment.ts";

const PLACES = SORT_KEYS.flatMap((by) =>
  (["asc", "desc"] as const).flatMap((direction) =>
    [{}, { search: { text: "2", zone: "UTC" } }].map((filter) => ({
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

  /** Of all pages of five, in both directions. */
  async function cursorsOf(place: PaymentPlace) {
    const cursors: PaymentCursor[] = [undefined];
    for (const cursor of cursors) {
      const { payments, next } = await test.services.payments.list({ ...place, cursor }, 5);
      const [first] = payments;
      if (cursor && "after" in cursor && first) cursors.push({ before: first.id });
      if (next && (!cursor || "after" in cursor)) cursors.push({ after: next });
    }
    return cursors;
  }

  it("adds up by currency, and counts a payment once that a search finds twice", async () => {
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

  it("has the totals of all pages after the last one, and of no payments", async () => {
    const owner = await makeOwner([{ transaction: {} }, { transaction: {} }]);
    const place = { ...owner, filter: {} };
    const { payments } = await test.services.payments.list(place);
    const last = await test.services.payments.listWithTotals({
      ...place,
      cursor: { after: payments[1]?.id ?? "" },
    });
    assert.deepEqual([last.payments.length, last.totals.count], [0, 2]);
    const none = { count: 0, isOver: false, currencies: [] };
    assert.deepEqual(await totalsOf({ ...place, filter: { currency: "SEK" } }), none);
  });

  it("has the pages of the list, whether its payments are counted or too many", async () => {
    const owner = await makeOwner(
      Array.from({ length: 13 }, (_, index) => ({
        transaction: {
          amount: 1 + (index % 3),
          externalId: `2-${index}`,
          status: index % 2 === 0 ? "failed" : "succeeded",
          failureReason: index % 2 === 0 ? "declined" : null,
        },
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
