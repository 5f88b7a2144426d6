// Each page, total and export of the console against a plain reading of the stored rows.
import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { dayOf } from "#lib/platform/values/local-day.ts";
import { minorUnitDigits, toDecimalString } from "#lib/platform/values/money.ts";
import {
  AMOUNTS,
  anyPayment,
  BANKS,
  CURRENCIES,
  ORDER_NUMBERS,
  type StoredPayment,
  storeAny,
  TIMES,
} from "#lib/testing/any-payments.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import type { PaymentFilter } from "./filter.ts";
import {
  NEWEST_FIRST,
  type PaymentOrder,
  type PaymentOwner,
  type PaymentPage,
  type PaymentPlace,
  type PaymentTotals,
  SORT_KEYS,
} from "./payment.ts";
import { readTypedAmounts } from "./search/typed-amount.ts";
import { readTypedDay } from "./search/typed-day.ts";

type Typed = { text: string; zone: string };

const NOW = createFakeClock().now();

/** Ways to look for a payment; `undefined` if it lacks the value. */
const TEXTS: ((one: StoredPayment) => string | null | undefined)[] = [
  ({ transaction }) => transaction.id,
  ({ transaction }) => transaction.reference,
  ({ transaction }) => transaction.externalId,
  ({ transaction }) => transaction.externalId?.slice(0, 2),
  ({ transaction }) => transaction.transferReference,
  ({ transaction }) =>
    transaction.transferReference
      ?.toLowerCase()
      .replace(/(.{4})/g, "$1 ")
      .trim(),
  ({ attempts }) => attempts[0]?.endToEndId.toLowerCase(),
  ({ attempts }) => attempts[0]?.bankPaymentId,
  ({ ofJwt }) => ofJwt?.toUpperCase(),
  ({ ofCode }) => ofCode,
  ({ transaction: { createdAt } }) => dayOf(createdAt, "UTC"),
  ({ transaction: { createdAt } }) => `${createdAt.getUTCDate()} Jan`,
  ({ transaction: { amount, currency } }) => toDecimalString(amount, currency),
  ({ transaction: { amount, currency } }) => toDecimalString(amount, currency).replace(".", ","),
  ({ transaction: { amount, currency } }) => `${currency} ${toDecimalString(amount, currency)}`,
  ({ transaction: { amount } }) => `€${toDecimalString(amount, "EUR").replace(/\.00$/, "")}`,
  ({ transaction: { amount } }) => `${amount}`.replace(/(\d)(?=(\d{3})+$)/g, "$1."),
];

const NAMES = [
  "statuses",
  "failureReason",
  "createdFrom",
  "createdBefore",
  "minAmount",
  "maxAmount",
  "currency",
  "externalId",
  "bankId",
] as const satisfies (keyof PaymentFilter)[];

const queries = fc.record({
  text: fc.option(
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...TEXTS), fc.nat()) },
      { weight: 1, arbitrary: fc.constantFrom("a", "%", "_", "\\", "'", "0", "RF", "12 34") },
    ),
    { nil: undefined, freq: 3 },
  ),
  zone: fc.constantFrom("UTC", "Europe/Berlin", "America/Los_Angeles"),
  values: fc.record({
    statuses: fc.subarray([...TRANSACTION_STATUSES], { minLength: 1 }),
    failureReason: fc.constantFrom(...FAILURE_REASONS),
    createdFrom: fc.constantFrom(...TIMES),
    createdBefore: fc.constantFrom(...TIMES),
    minAmount: fc.constantFrom(...AMOUNTS),
    maxAmount: fc.constantFrom(...AMOUNTS),
    currency: fc.constantFrom(...CURRENCIES),
    externalId: fc.constantFrom(...ORDER_NUMBERS),
    bankId: fc.constantFrom(...BANKS),
  }),
  // All at once match nothing.
  kept: fc.subarray([...NAMES], { maxLength: 2 }),
  order: fc.record({
    by: fc.constantFrom(...SORT_KEYS),
    direction: fc.constantFrom("asc" as const, "desc" as const),
  }),
  pageSize: fc.constantFrom(2, 5, 9),
  mostCounted: fc.constantFrom(0, 4, 100, 100),
});

type Query = typeof queries extends fc.Arbitrary<infer Value> ? Value : never;

const mailbox = (email: string) => email.toLowerCase().replace(/\+.*@/, "@");

function isFound(
  { transaction, attempts, ofJwt, ofCode }: StoredPayment,
  { text, zone }: Typed,
): boolean {
  const { id, reference, transferReference, externalId, amount, currency, createdAt } = transaction;
  const compact = text.replace(/\s/g, "").toUpperCase();
  return (
    [id, reference, ...attempts.map(({ bankPaymentId }) => bankPaymentId)].includes(text) ||
    attempts.some(({ endToEndId }) => endToEndId === text.toUpperCase()) ||
    transferReference === compact ||
    externalId?.startsWith(text) ||
    ofJwt === text.toLowerCase() ||
    (ofCode !== null && mailbox(ofCode) === mailbox(text)) ||
    dayOf(createdAt, zone) === readTypedDay(text, NOW, zone) ||
    readTypedAmounts(text).some(
      (typed) =>
        typed.amount === amount &&
        typed.digits === minorUnitDigits(currency) &&
        (typed.currency ?? currency) === currency,
    )
  );
}

const lastOf = ({ attempts }: StoredPayment) =>
  attempts.toSorted((left, right) => (left.id < right.id ? -1 : 1)).at(-1);

function fits(one: StoredPayment, filter: PaymentFilter): boolean {
  const { search, statuses, createdFrom, createdBefore, minAmount, maxAmount, ...equal } = filter;
  const { status, amount, createdAt } = one.transaction;
  const values = { ...one.transaction, bankId: lastOf(one)?.bankId };
  return (
    (search === undefined || isFound(one, search)) &&
    (statuses === undefined || statuses.includes(status)) &&
    (createdFrom === undefined || createdAt >= createdFrom) &&
    (createdBefore === undefined || createdAt < createdBefore) &&
    (minAmount === undefined || amount >= minAmount) &&
    (maxAmount === undefined || amount <= maxAmount) &&
    (["failureReason", "currency", "externalId", "bankId"] as const).every(
      (name) => equal[name] === undefined || equal[name] === values[name],
    )
  );
}

const KEYS = {
  created: ["createdAt", "id"],
  amount: ["amount", "id"],
  status: ["status", "createdAt", "id"],
} as const;

function inOrder({ by, direction }: PaymentOrder) {
  const sign = direction === "asc" ? 1 : -1;
  return ({ transaction: left }: StoredPayment, { transaction: right }: StoredPayment) => {
    const key = KEYS[by].find((one) => left[one].valueOf() !== right[one].valueOf()) ?? "id";
    return left[key] < right[key] ? -sign : sign;
  };
}

function totalsOf(found: StoredPayment[], mostCounted: number) {
  if (found.length > mostCounted) return { count: mostCounted, isOver: true, currencies: [] };
  const sum = (rows: Transaction[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const rows = found.map(({ transaction }) => transaction);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const paid = sum(own.filter(({ status }) => status === "succeeded"));
    return { currency, count: own.length, amount: sum(own), paid };
  });
  currencies.sort((left, right) => right.count - left.count);
  return { count: rows.length, isOver: false, currencies };
}

const shownOf = (one: StoredPayment) => {
  const { id, status, failureReason, amount, currency, externalId, createdAt } = one.transaction;
  const bankId = lastOf(one)?.bankId ?? null;
  return { id, status, failureReason, amount, currency, externalId, createdAt, bankId };
};

onDatabase("the payments of a merchant", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  async function pagesOf(
    place: PaymentPlace,
    limits: { limit: number; mostCounted: number },
    towards: "next" | "previous",
  ) {
    const pages: (PaymentPage & { totals: PaymentTotals })[] = [];
    let { cursor } = place;
    for (;;) {
      const page = await test.services.payments.listWithTotals({ ...place, cursor }, limits);
      pages.push(page);
      const position = page[towards];
      if (!position) return pages;
      cursor = towards === "next" ? { after: position } : { before: position };
    }
  }

  async function exported(place: PaymentPlace, pageSize: number): Promise<string[]> {
    const parts: string[] = [];
    const csv = test.services.payments.exportCsv({ ...place, actor: "operator", pageSize });
    for await (const part of csv) parts.push(part);
    return parts.join("").match(/^txn_[^,]+/gm) ?? [];
  }

  async function check(owner: PaymentOwner, stored: StoredPayment[], query: Query): Promise<void> {
    const { text, zone, values, kept, order, pageSize: limit, mostCounted } = query;
    const [textOf, index] = typeof text === "object" ? text : [() => text, 0];
    const typed = textOf(stored[index % stored.length] ?? assert.fail());
    const search = typed ? { text: typed, zone } : undefined;
    const filter = { search, ...Object.fromEntries(kept.map((name) => [name, values[name]])) };
    const place = { ...owner, filter, order };
    const found = stored.filter((one) => fits(one, filter));
    const expected = found.toSorted(inOrder(order)).map(shownOf);

    const pages = await pagesOf(place, { limit, mostCounted }, "next");
    for (const { totals } of pages) assert.deepEqual(totals, totalsOf(found, mostCounted));
    const shown = pages.map(({ payments }) => payments.map(({ payer, ...row }) => row));
    assert.deepEqual(shown.flat(), expected);
    assert.ok(shown.slice(0, -1).every(({ length }) => length === limit));
    const last = shown.at(-1)?.[0];
    if (last && pages.length > 1) {
      const from = { ...place, cursor: { before: last } };
      const back = await pagesOf(from, { limit, mostCounted }, "previous");
      assert.deepEqual(back, pages.slice(0, -1).reverse());
    }
    assert.deepEqual(
      await exported(place, limit),
      found.toSorted(inOrder(NEWEST_FIRST)).map(({ transaction }) => transaction.id),
    );
  }

  it("match the stored rows on all pages in both directions, in totals and exports", async () => {
    const worlds = fc.noShrink(fc.array(anyPayment, { minLength: 5, maxLength: 25 }));
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.array(queries, { minLength: 5, maxLength: 5 }),
        async (made, asked) => {
          const { apiKey } = await makeMerchant(test.services);
          const other = await makeMerchant(test.services);
          const deps = { db: database(), seal: test.services.seal };
          const stored = await storeAny(deps, apiKey, made);
          // What no list may show. The references are unique.
          const others = made.map(({ transaction, ...one }) => ({
            ...one,
            transaction: { ...transaction, transferReference: null },
          }));
          await storeAny(deps, other.apiKey, others);
          await storeAny(deps, { ...apiKey, mode: "live" }, others);
          const owner = { accountId: apiKey.accountId, mode: "test" } as const;
          for (const query of asked) await check(owner, stored, query);
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });
});
