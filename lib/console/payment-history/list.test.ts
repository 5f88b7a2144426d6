import assert from "node:assert/strict";
import { before, it } from "node:test";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentCursor, PaymentOwner } from "./payment.ts";

const DAYS = ["2026-01-14", "2026-01-15", "2026-01-16"];
const EXTERNAL_IDS = ["a_b", "a%b", "a\\b", "axb", "ab", "order-1", "order-12", "ORDER-1"];
const BANKS = ["scripted", "scripted-two"];
const CURRENCIES = ["EUR", "JPY"];

const search = (text: string) => ({ text, zone: "UTC" });

const newestFirst = (left: Transaction, right: Transaction) =>
  right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1);

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];

function variety(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const status = pick(TRANSACTION_STATUSES, index) ?? "pending";
    const reason = pick(FAILURE_REASONS, Math.floor(index / 4));
    return {
      transaction: {
        id: newId("txn"),
        status,
        failureReason: status === "failed" ? (reason ?? null) : null,
        // At most one payment that has not failed can have a given externalId.
        externalId:
          status === "failed" ? (pick(EXTERNAL_IDS, Math.floor(index / 4)) ?? null) : null,
        amount: 1 + (index % 5),
        currency: pick(CURRENCIES, Math.floor(index / 3)) ?? "EUR",
        createdAt: new Date(`${pick(DAYS, index)}T${index % 2 ? "23:59:59.999" : "00:00:00"}Z`),
      },
      attempts: Array.from({ length: index % 3 }, (_, number) => ({
        bankId: pick(BANKS, index + number) ?? "",
        bankPaymentId: `payment-${index}`,
      })),
    };
  });
}

onBothDatabases("lists of payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let owner: PaymentOwner;

  before(async () => {
    test = createTestServices(connection());
    const { apiKey } = await makeMerchant(test.services);
    await storePayments(database(), apiKey, variety(60));
    owner = { accountId: apiKey.accountId, mode: "test" };
    // Another merchant's payments, which no list may show.
    const other = await makeMerchant(test.services);
    await storePayments(database(), other.apiKey, variety(8));
  });

  it("search for wildcards as plain characters", async () => {
    const externalIdsOf = async (text: string) =>
      new Set(
        (
          await test.services.payments.list({ ...owner, filter: { search: search(text) } }, 100)
        ).payments.map(({ externalId }) => externalId),
      );
    assert.deepEqual(await externalIdsOf("a_"), new Set(["a_b"]));
    assert.deepEqual(await externalIdsOf("a%"), new Set(["a%b"]));
    assert.deepEqual(await externalIdsOf("a\\"), new Set(["a\\b"]));
  });

  it("name the bank of the last payment attempt", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const [one] = await storePayments(database(), apiKey, [
      { transaction: {}, attempts: [{ bankId: "scripted" }, { bankId: "scripted-two" }] },
    ]);
    const last = one?.attempts.toSorted((left, right) => (left.id < right.id ? -1 : 1)).at(-1);
    const { accountId, mode } = apiKey;
    const { payments } = await test.services.payments.list({ accountId, mode, filter: {} });
    assert.deepEqual(
      payments.map(({ bankId }) => bankId),
      [last?.bankId],
    );
    assert.deepEqual(await test.services.payments.bankNames("test"), {
      scripted: "scripted",
      "scripted-two": "scripted-two",
    });
  });

  for (const direction of ["asc", "desc"] as const) {
    it(`miss no payment after the cursor's payment changes its status, ${direction}`, async () => {
      const { apiKey } = await makeMerchant(test.services);
      const { accountId, mode } = apiKey;
      const order = { by: "status", direction } as const;
      const place = { accountId, mode, filter: {}, order };
      const pending = Array.from({ length: 15 }, () => ({ transaction: {} }));
      const succeeded = { transaction: { status: "succeeded" } } as const;
      await storePayments(database(), apiKey, [...pending, succeeded]);
      const all = (await test.services.payments.list(place)).payments.map(({ id }) => id);
      const read = async (cursor: PaymentCursor) => {
        const { payments, totals, ...page } = await test.services.payments.listWithTotals(
          { ...place, cursor },
          { limit: 5 },
        );
        const listed = await test.services.payments.list({ ...place, cursor }, 5);
        assert.deepEqual(listed, { payments, ...page });
        assert.equal(totals.count, all.length);
        return { ...page, ids: payments.map(({ id }) => id) };
      };
      const first = await read(undefined);
      const second = await read(first.next && { after: first.next });
      await test.services.transactions.cancel(apiKey, second.ids.at(-1) ?? "");
      const third = await read(second.next && { after: second.next });
      assert.deepEqual(third.ids, all.slice(10, 15));
      await test.services.transactions.cancel(apiKey, second.ids[0] ?? "");
      const back = await read(second.previous && { before: second.previous });
      assert.deepEqual(back.ids, first.ids);
    });
  }

  it("have no gaps or duplicates while payments are added", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    const first = await storePayments(database(), apiKey, variety(23));
    const seen: string[] = [];
    let cursor: PaymentCursor;
    do {
      const page = await test.services.payments.list({ accountId, mode, filter: {}, cursor }, 5);
      assert.ok(page.payments.length <= 5);
      seen.push(...page.payments.map(({ id }) => id));
      cursor = page.next && { after: page.next };
      const createdAt = new Date("2026-01-17T00:00:00Z");
      await storePayments(database(), apiKey, [{ transaction: { createdAt } }]);
    } while (cursor !== undefined);
    const expected = first.map(({ transaction }) => transaction).sort(newestFirst);
    assert.deepEqual(
      seen,
      expected.map(({ id }) => id),
    );
  });

  it("start at the first page if too few payments precede", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, variety(9));
    const place = { accountId, mode, filter: {} };
    const first = await test.services.payments.list(place, 5);
    const cursor = { before: first.payments[2] ?? assert.fail() };
    assert.deepEqual(await test.services.payments.list({ ...place, cursor }, 5), first);
  });

  it("have no next page after a full last one", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, variety(5));
    const place = { accountId, mode, filter: {} };
    assert.equal((await test.services.payments.list(place, 5)).next, undefined);
    assert.notEqual((await test.services.payments.list(place, 4)).next, undefined);
  });

  it("separate the modes", async () => {
    const live = await test.services.payments.list({ ...owner, mode: "live", filter: {} });
    assert.deepEqual(live, { payments: [], previous: undefined, next: undefined });
  });

  it("get a new revision for a new or changed payment", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    const read = () => test.services.payments.revision({ accountId, mode });
    const empty = await read();
    assert.deepEqual([empty.newestId, empty], ["", await read()]);
    const { created } = await test.services.transactions.create({
      apiKey,
      input: { amount: 1, currency: "EUR", externalId: "one" },
    });
    const added = await read();
    assert.equal(added.newestId, created.id);
    assert.notEqual(added.revision, empty.revision);
    await test.services.transactions.cancel(apiKey, created.id);
    const cancelled = await read();
    assert.equal(cancelled.newestId, created.id);
    assert.notEqual(cancelled.revision, added.revision);
    assert.deepEqual(await read(), cancelled);
  });
});
