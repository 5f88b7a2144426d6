import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { newId } from "#lib/platform/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { storePayments } from "#lib/testing/payments.ts";
import type { PaymentFilter } from "./filter.ts";
import {
  type PaymentCursor,
  type PaymentOrder,
  type PaymentOwner,
  type PaymentPlace,
  SORT_KEYS,
} from "./payment.ts";

type Stored = { transaction: Transaction; attempts: Attempt[] };

const DAYS = ["2026-01-14", "2026-01-15", "2026-01-16"];
const EXTERNAL_IDS = ["a_b", "a%b", "a\\b", "axb", "ab", "order-1", "order-12", "ORDER-1"];
const BANKS = ["scripted", "scripted-two"];
const CURRENCIES = ["EUR", "JPY"];

const search = (text: string) => ({ text, zone: "UTC" });

type Sorted = Pick<Transaction, "id" | "createdAt" | "amount" | "status">;

const KEYS = { created: [], amount: ["amount"], status: ["status"] } as const;

function inOrder({ by, direction }: PaymentOrder) {
  const sign = direction === "asc" ? 1 : -1;
  return (left: Sorted, right: Sorted) => {
    const keys = [...KEYS[by], ...(by === "amount" ? [] : ["createdAt" as const]), "id" as const];
    const key = keys.find((one) => left[one].valueOf() !== right[one].valueOf()) ?? "id";
    return left[key] < right[key] ? -sign : sign;
  };
}

const newestFirst = inOrder({ by: "created", direction: "desc" });

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

function fits({ transaction, attempts }: Stored, filter: PaymentFilter): boolean {
  const { search, statuses, createdFrom, createdBefore, minAmount, maxAmount } = filter;
  const last = attempts.toSorted((left, right) => (left.id < right.id ? -1 : 1)).at(-1);
  const found =
    search === undefined ||
    [transaction.id, transaction.reference].includes(search.text) ||
    transaction.externalId?.startsWith(search.text) ||
    attempts.some((one) => [one.endToEndId, one.bankPaymentId].includes(search.text));
  const asked: [unknown, unknown][] = [
    [filter.failureReason, transaction.failureReason],
    [filter.currency, transaction.currency],
    [filter.externalId, transaction.externalId],
    [filter.bankId, last?.bankId],
  ];
  return (
    Boolean(found) &&
    (statuses === undefined || statuses.includes(transaction.status)) &&
    (createdFrom === undefined || transaction.createdAt >= createdFrom) &&
    (createdBefore === undefined || transaction.createdAt < createdBefore) &&
    (minAmount === undefined || transaction.amount >= minAmount) &&
    (maxAmount === undefined || transaction.amount <= maxAmount) &&
    asked.every(([wanted, is]) => wanted === undefined || wanted === is)
  );
}

onBothDatabases("lists of payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let stored: Stored[];
  let owner: PaymentOwner;

  before(async () => {
    test = createTestServices(connection());
    const { apiKey } = await makeMerchant(test.services);
    stored = await storePayments(database(), apiKey, variety(60));
    owner = { accountId: apiKey.accountId, mode: "test" };
    // Another merchant's payments, which no list may show.
    const other = await makeMerchant(test.services);
    await storePayments(database(), other.apiKey, variety(8));
  });

  const idsOf = async (filter: PaymentFilter) =>
    (await test.services.payments.list({ ...owner, filter }, 100)).payments.map(({ id }) => id);

  async function pagesOf(place: PaymentPlace, towards: "next" | "previous"): Promise<string[][]> {
    const pages: string[][] = [];
    let { cursor } = place;
    for (;;) {
      const page = await test.services.payments.list({ ...place, cursor }, 5);
      pages.push(page.payments.map(({ id }) => id));
      const id = page[towards];
      if (id === undefined) return pages;
      cursor = towards === "next" ? { after: id } : { before: id };
    }
  }

  it("show what a filter asks for, and nothing else, newest first", async () => {
    const known = stored.flatMap(({ transaction, attempts }) => [
      transaction.id,
      transaction.reference,
      ...attempts.map(({ endToEndId }) => endToEndId),
    ]);
    const some = <T>(from: readonly T[]) => fc.option(fc.constantFrom(...from), { nil: undefined });
    const filters = fc.record({
      search: some(
        [...EXTERNAL_IDS, ...known.slice(0, 12), "payment-2", "a", "%", "_", "\\", "'"].map(search),
      ),
      statuses: fc.option(fc.subarray([...TRANSACTION_STATUSES], { minLength: 1 }), {
        nil: undefined,
        freq: 2,
      }),
      failureReason: some(FAILURE_REASONS),
      createdFrom: some(DAYS.map((day) => new Date(day))),
      createdBefore: some(DAYS.map((day) => new Date(day))),
      minAmount: some([1, 2, 3]),
      maxAmount: some([2, 3, 5]),
      currency: some(CURRENCIES),
      externalId: some(EXTERNAL_IDS),
      bankId: some(BANKS),
    });
    // Mostly one or two conditions: all at once match nothing.
    const names: (keyof PaymentFilter)[] = [
      "search",
      "statuses",
      "failureReason",
      "createdFrom",
      "createdBefore",
      "minAmount",
      "maxAmount",
      "currency",
      "externalId",
      "bankId",
    ];
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.subarray(names, { minLength: 1, maxLength: 3 }),
        async (all, kept) => {
          const filter: PaymentFilter = Object.fromEntries(kept.map((name) => [name, all[name]]));
          const expected = stored
            .filter((one) => fits(one, filter))
            .map(({ transaction }) => transaction)
            .sort(newestFirst)
            .map(({ id }) => id);
          assert.deepEqual(await idsOf(filter), expected);
        },
      ),
      { numRuns: propertyRuns(2) },
    );
  });

  it("take wildcards for the characters they are", async () => {
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

  it("name the bank of the last try", async () => {
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

  for (const by of SORT_KEYS) {
    for (const direction of ["asc", "desc"] as const) {
      it(`page in both directions without gaps or doubles: by ${by}, ${direction}`, async () => {
        const { apiKey } = await makeMerchant(test.services);
        const { accountId, mode } = apiKey;
        const order = { by, direction };
        const place = { accountId, mode, filter: {}, order };
        await storePayments(database(), apiKey, variety(23));
        const all = (await test.services.payments.list(place, 100)).payments;
        assert.deepEqual(
          all.map(({ id }) => id),
          all.toSorted(inOrder(order)).map(({ id }) => id),
        );
        const forward = await pagesOf(place, "next");
        assert.deepEqual(
          forward.flat(),
          all.map(({ id }) => id),
        );
        const last = { before: forward.at(-1)?.at(0) ?? "" };
        const back = await pagesOf({ ...place, cursor: last }, "previous");
        assert.deepEqual(back, forward.slice(0, -1).reverse());
      });
    }
  }

  it("page without gaps or doubles while payments are added", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    const first = await storePayments(database(), apiKey, variety(23));
    const seen: string[] = [];
    let cursor: PaymentCursor;
    do {
      const page = await test.services.payments.list({ accountId, mode, filter: {}, cursor }, 5);
      assert.ok(page.payments.length <= 5);
      seen.push(...page.payments.map(({ id }) => id));
      cursor = page.next === undefined ? undefined : { after: page.next };
      const createdAt = new Date("2026-01-17T00:00:00Z");
      await storePayments(database(), apiKey, [{ transaction: { createdAt } }]);
    } while (cursor !== undefined);
    const expected = first.map(({ transaction }) => transaction).sort(newestFirst);
    assert.deepEqual(
      seen,
      expected.map(({ id }) => id),
    );
  });

  it("start at the top if there is too little before a payment", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, variety(9));
    const place = { accountId, mode, filter: {} };
    const first = await test.services.payments.list(place, 5);
    const cursor = { before: first.payments[2]?.id ?? "" };
    assert.deepEqual(await test.services.payments.list({ ...place, cursor }, 5), first);
  });

  it("offer no further page after a full last one", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    await storePayments(database(), apiKey, variety(5));
    const place = { accountId, mode, filter: {} };
    assert.equal((await test.services.payments.list(place, 5)).next, undefined);
    assert.notEqual((await test.services.payments.list(place, 4)).next, undefined);
  });

  it("keep the modes apart", async () => {
    const live = await test.services.payments.list({ ...owner, mode: "live", filter: {} });
    assert.deepEqual(live, { payments: [], previous: undefined, next: undefined });
  });

  it("tell a new payment, and a change of one, by another revision", async () => {
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
