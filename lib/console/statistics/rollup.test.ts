import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { paymentStatistics, transactions } from "#lib/payments/model/schema.ts";
import { FAILURE_REASONS } from "#lib/payments/model/status.ts";
import { onBothDatabases, onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { countStatistics, insertMany } from "#lib/testing/many-payments.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import { createStatistics } from "./service.ts";

const at = (time: string) => new Date(`2026-01-15T${time}Z`);

onBothDatabases("counts of payments that ended", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  /** By quarter of an hour and currency, without those that count nothing. */
  async function countsOf(accountId: string): Promise<string[]> {
    const rows = await database()
      .select()
      .from(paymentStatistics)
      .where(eq(paymentStatistics.accountId, accountId))
      .orderBy(paymentStatistics.quarterHour, paymentStatistics.currency);
    return rows.flatMap(({ quarterHour, currency, succeeded, amount, ...row }) => {
      const failed = FAILURE_REASONS.flatMap((reason) =>
        row[reason] === 0 ? [] : `${row[reason]} ${reason}`,
      );
      if (succeeded === 0 && failed.length === 0) return [];
      const time = quarterHour.toISOString().slice(11, 16);
      return [`${time}: ${succeeded} for ${currency} ${amount}`].concat(failed).join(", ");
    });
  }

  it("follow each outcome, and no other change", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const { id } = await makeTransaction(test.services, apiKey);
    assert.deepEqual(await countsOf(accountId), []);
    await test.services.transactions.cancel(apiKey, id);
    const cancelled = ["12:00: 0 for EUR 0, 1 cancelled"];
    assert.deepEqual(await countsOf(accountId), cancelled);
    await database().update(transactions).set({ metadata: {} }).where(eq(transactions.id, id));
    assert.deepEqual(await countsOf(accountId), cancelled);
  });

  it("follow rows that are inserted, corrected and deleted", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const paid = { status: "succeeded", finishedAt: at("12:14:59.999") } as const;
    const [first] = await storePayments(database(), apiKey, [
      { transaction: paid },
      { transaction: { ...paid, amount: 50 } },
      { transaction: { ...paid, currency: "JPY" } },
      { transaction: { status: "failed", finishedAt: at("12:15:00") } },
      { transaction: { status: "processing" } },
    ]);
    const yen = "12:00: 1 for JPY 1250";
    const expired = "12:15: 0 for EUR 0, 1 expired";
    assert.deepEqual(await countsOf(accountId), ["12:00: 2 for EUR 1300", yen, expired]);
    const isFirst = eq(transactions.id, first?.transaction.id ?? "");
    await database()
      .update(transactions)
      .set({ finishedAt: at("12:30:00") })
      .where(isFirst);
    const others = ["12:00: 1 for EUR 50", yen, expired];
    assert.deepEqual(await countsOf(accountId), [...others, "12:30: 1 for EUR 1250"]);
    await database().delete(transactions).where(isFirst);
    assert.deepEqual(await countsOf(accountId), others);
  });

  it("change in the payment's transaction", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const ending = database().transaction(async (tx) => {
      await storePayments(tx, apiKey, [{ transaction: { status: "succeeded" } }]);
      await tx.execute(sql`set constraints all immediate`);
      throw new Error("a crash");
    });
    await assert.rejects(ending, /a crash/);
    assert.deepEqual(await countsOf(accountId), []);
  });

  it("equal a count of all payments", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await storePayments(database(), apiKey, [
      ...FAILURE_REASONS.map((failureReason) => ({
        transaction: { status: "failed" as const, failureReason },
      })),
      { transaction: { status: "succeeded" } },
      { transaction: { status: "succeeded", currency: "JPY", finishedAt: at("12:15:00") } },
      { transaction: { status: "processing" } },
    ]);
    const counted = await countsOf(accountId);
    assert.equal(counted.length, 2);
    await database().delete(paymentStatistics);
    await database().execute(sql.raw(countStatistics));
    assert.deepEqual(await countsOf(accountId), counted);
  });
});

const ROWS = 20_000;
const MOST_TIMED = 500;

onDatabase("statistics of many payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
    const [first] = await storePayments(database(), apiKey, [{ transaction: {} }]);
    // One in 4.3 minutes, back from noon. The n-th took n seconds.
    const copies = (from: number, to: number) => `
      insert into transactions (id, account_id, api_key_id, mode, reference, amount, currency, payee_iban, payee_name,
        fingerprint, order_info, status, failure_reason, created_at, updated_at, expires_at, finished_at)
      select 'txn_' || lpad(n::text, 26, '0'), account_id, api_key_id, mode, 'r' || n, 100, currency, payee_iban, payee_name,
        '', '', case when n % 4 = 0 then 'failed' else 'succeeded' end, case when n % 4 = 0 then 'declined' end,
        created_at - n * interval '259 seconds', created_at, expires_at, created_at - n * interval '258 seconds'
      from transactions, generate_series(${from}, ${to}) n where id = '${first?.transaction.id}'`;
    await insertMany(database(), ROWS, copies);
  });

  const readWith = async (mostTimed: number) => {
    const { accountId, mode } = apiKey;
    const { clock } = test;
    let totals: { succeeded: number; medianMs: number } | undefined;
    const rows = await rowsReadBy(database(), async (db) => {
      const statistics = createStatistics({ db, clock, mostTimed });
      const { current } = await statistics.read({ accountId, mode, days: 30, zone: "UTC" });
      totals = { succeeded: current.succeeded, medianMs: current.timesToPay?.medianMs ?? 0 };
    });
    return { rows, ...(totals ?? assert.fail("not read")) };
  };

  // Of 59.5 days in quarters of an hour; they have no more than one currency.
  const QUARTER_HOURS = 59.5 * 96;

  it("read only counts and samples, also without database statistics", async () => {
    const few = await readWith(MOST_TIMED);
    const all = await readWith(ROWS);
    // A sample may be somewhat larger than expected.
    assert.ok(few.rows <= QUARTER_HOURS + 2.5 * MOST_TIMED, `${few.rows} rows`);
    assert.ok(all.rows >= few.rows + ROWS / 2, `without a sample ${all.rows} rows`);
    assert.equal(few.succeeded, all.succeeded);
    const difference = few.medianMs / all.medianMs - 1;
    assert.ok(Math.abs(difference) < 0.15, `the median differs by ${difference}`);
  });
});
