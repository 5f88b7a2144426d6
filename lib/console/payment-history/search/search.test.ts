import assert from "node:assert/strict";
import { before, it } from "node:test";
import { type SQL, sql } from "drizzle-orm";
import type { PaymentFilter } from "#lib/console/payment-history/filter.ts";
import * as repository from "#lib/console/payment-history/repository.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases, onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { idOf, insertMany, vacuum } from "#lib/testing/many-payments.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { positionOf, storePayments } from "#lib/testing/payments.ts";
import { readSearch } from "./search.ts";

const EMAIL = "ada.lovelace@shop.example";
const UNNUMBERED = {
  id: newId("txn"),
  reference: "reference-1",
  amount: 4711,
  transferReference: "RF712348231",
  createdAt: new Date("2025-12-24T12:00:00Z"),
};

onBothDatabases("a search of payments", (database, connection) => {
  let test: ReturnType<typeof createTestPayers>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestPayers(connection());
    ({ apiKey } = await makeMerchant(test.services));
    await storePayments(database(), apiKey, [
      { transaction: { externalId: "amount", amount: 7181 } },
      { transaction: { externalId: "dinar", amount: 71_810, currency: "KWD" } },
      { transaction: { externalId: "yen", amount: 7181, currency: "JPY" } },
      { transaction: { externalId: "by-transfer", transferReference: "RF18539007547034" } },
      { transaction: { externalId: "evening", createdAt: new Date("2026-01-13T23:30:00Z") } },
      { transaction: { externalId: "7181-order" } },
      { transaction: UNNUMBERED, attempts: [{ bankPaymentId: "bank-payment-1" }] },
    ]);
  });

  /** As the page does. */
  const search = async (accountId: string, text: string, zone = "UTC") => {
    const filter = { search: { text, zone } };
    const { payments, totals } = await test.services.payments.listWithTotals({
      accountId,
      mode: "test",
      filter,
    });
    assert.equal(totals.count, payments.length);
    return payments;
  };
  const find = async (text: string, zone?: string) =>
    (await search(apiKey.accountId, text, zone))
      .map(({ id, externalId }) => externalId ?? id)
      .sort();

  it("finds an amount in its typed forms", async () => {
    assert.deepEqual(await find("71.81"), ["amount", "dinar"]);
    assert.deepEqual(await find("71,81"), ["amount", "dinar"]);
    assert.deepEqual(await find("€71.81"), ["amount"]);
    assert.deepEqual(await find("7181"), ["7181-order", "yen"]);
    assert.deepEqual(await find("71.82"), []);
  });

  it("finds a payment without an order number by each of its values", async () => {
    const { id, reference, transferReference } = UNNUMBERED;
    const texts = [id, reference, transferReference, "47.11", "bank-payment-1", "24 Dec"];
    for (const text of texts) assert.deepEqual(await find(text), [id], text);
    assert.deepEqual(await find("7"), ["7181-order"]);
  });

  it("finds a creditor reference as a bank statement prints it", async () => {
    assert.deepEqual(await find("rf18 5390 0754 7034"), ["by-transfer"]);
  });

  it("finds a day in the reader's time zone", async () => {
    assert.deepEqual(await find("2026-01-13"), ["evening"]);
    assert.deepEqual(await find("13 Jan"), ["evening"]);
    assert.deepEqual(await find("14 Jan", "Europe/Berlin"), ["evening"]);
    assert.deepEqual(await find("13 Jan", "Europe/Berlin"), []);
  });

  it("finds an app's payer by e-mail address, in its own account only", async () => {
    const { apiKey: own, transaction } = await test.makeLink({ details: { email: EMAIL } });
    const byEmail = async (text: string, accountId: string) =>
      (await search(accountId, text)).map(({ id }) => id);
    assert.deepEqual(await byEmail(EMAIL, own.accountId), [transaction.id]);
    assert.deepEqual(await byEmail(EMAIL.toUpperCase(), own.accountId), [transaction.id]);
    assert.deepEqual(await byEmail(`x${EMAIL}`, own.accountId), []);
    assert.deepEqual(await byEmail(EMAIL, apiKey.accountId), []);
  });

  it("finds a payer by the address of a code, and shows it masked", async () => {
    const { apiKey: own, transaction, session } = await test.openWeb();
    const sessionId = session.id;
    await test.payers.sendCode({ sessionId, email: EMAIL, locale: "en" });
    assert.deepEqual(
      (await search(own.accountId, EMAIL)).map(({ id }) => id),
      [transaction.id],
    );
    await test.payers.checkCode({ sessionId, code: test.lastCode() });
    const [listed] = await search(own.accountId, EMAIL);
    assert.equal(listed?.payer.maskedEmail, "a•••@shop.example");
  });
});

const ROWS = 20_000;
// More than a page, so that a plan can't be a scan of all.
const MOST_READ = 1_500;

onDatabase("a search among many payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
    const [first] = await storePayments(database(), apiKey, [{ transaction: {} }]);
    const copies = (from: number, to: number) => `
      insert into transactions (id, account_id, api_key_id, mode, reference, amount, currency, payee_iban, payee_name,
        external_id, fingerprint, order_info, status, failure_reason, created_at, updated_at, expires_at, finished_at)
      select 'txn_' || lpad(n::text, 26, '0'), account_id, api_key_id, mode, 'r' || n, 100 + (n * 7919) % 15000, currency,
        payee_iban, payee_name, 'order-' || n, '', '', case when n % 40 = 0 then 'failed' else 'succeeded' end,
        case when n % 40 = 0 then 'declined' end, created_at - n * interval '10 minutes', created_at, expires_at, created_at
      from transactions, generate_series(${from}, ${to}) n where id = '${first?.transaction.id}'`;
    await insertMany(database(), ROWS, copies);
    await vacuum(database());
  });

  type Node = { "Actual Rows": number; "Actual Loops": number; Plans?: Node[] } & Record<
    string,
    number | undefined
  >;

  const readBy = (node: Node): number =>
    Math.max(
      0,
      ...["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"].map(
        (name) => Number(node[name] ?? 0) * node["Actual Loops"],
      ),
    ) + (node.Plans ?? []).reduce((sum, plan) => sum + readBy(plan), 0);

  async function rowsReadBy(query: SQL): Promise<number> {
    const explained = await database().execute(sql`explain (analyze, format json) ${query}`);
    // Only of PostgreSQL, in this form.
    const { rows } = explained as { rows: { "QUERY PLAN": { Plan: Node }[] }[] };
    const [{ "QUERY PLAN": plans = [] } = {}] = rows;
    return readBy(plans[0]?.Plan ?? assert.fail("no plan"));
  }

  const queryOf = (text: string | undefined, filter = {}) => ({
    accountId: apiKey.accountId,
    mode: "test" as const,
    filter,
    search:
      text === undefined
        ? undefined
        : readSearch({ text, zone: "UTC" }, test.clock.now(), test.services.seal),
    after: undefined,
  });

  const PAGE = 51;

  for (const text of [
    "order-4321",
    "order-1999",
    "order-",
    "71.81",
    "€71,81",
    "2026-01-10",
    "10 Jan",
    "r77",
    "BS123456789",
    "RF18539007547034",
    EMAIL,
    "nothing like this",
  ]) {
    for (const by of ["created", "amount", "status"] as const) {
      it(`reads few rows for "${text}", by ${by}`, async () => {
        const order = { by, direction: "desc" } as const;
        const read = await rowsReadBy(
          repository.list(database(), { ...queryOf(text), order }, PAGE).getSQL(),
        );
        assert.ok(read <= MOST_READ, `${read} rows`);
      });
    }
  }

  it("reads few rows for a late page, and with filters", async () => {
    const row = await positionOf(database(), idOf(15_000));
    for (const by of ["created", "amount", "status"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const query = { ...queryOf(undefined), after: row, order: { by, direction } };
        const read = await rowsReadBy(repository.list(database(), query, PAGE).getSQL());
        assert.ok(read <= MOST_READ, `${read} rows by ${by}, ${direction}`);
      }
    }
    const order = { by: "created", direction: "desc" } as const;
    const failed = { ...queryOf(undefined, { statuses: ["failed"] }), after: row, order };
    assert.ok((await rowsReadBy(repository.list(database(), failed, PAGE).getSQL())) <= MOST_READ);
  });

  it("counts a query without an index as reading all rows", async () => {
    const all = sql`select id from transactions where fingerprint = 'x'`;
    assert.ok((await rowsReadBy(all)) > MOST_READ);
  });

  it("counts up to its limit", async () => {
    const { payments } = test.services;
    const totals = async (filter: PaymentFilter) => {
      const place = { accountId: apiKey.accountId, mode: "test", filter } as const;
      return (await payments.listWithTotals(place)).totals;
    };
    assert.deepEqual(await totals({}), { count: 4_000, isOver: true, currencies: [] });
    assert.equal((await totals({ statuses: ["failed"] })).count, ROWS / 40);
  });
});
