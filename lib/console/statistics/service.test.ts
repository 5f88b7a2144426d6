import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { FAILURE_REASONS } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { PERIOD_DAYS, type PeriodDays } from "./period.ts";
import type { Statistics } from "./service.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
// Noon, so that no period ends with a day.
const NOW = Date.parse("2026-01-15T12:00:00Z");
const NOTHING = { ended: 0, succeeded: 0, successRate: undefined, volumes: new Map() };

type Payment = Pick<
  Transaction,
  "amount" | "currency" | "status" | "failureReason" | "createdAt" | "finishedAt"
>;

onBothDatabases("statistics", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let template: Transaction;
  before(async () => {
    test = createTestServices(connection());
    const { apiKey } = await makeMerchant(test.services);
    template = await makeTransaction(test.services, apiKey);
  });

  const store = async (apiKey: ApiKey, payments: Payment[], mode: Mode = "test") => {
    if (payments.length === 0) return;
    await database()
      .insert(transactions)
      .values(
        payments.map((payment) => ({
          ...template,
          id: `txn_${randomUUID()}`,
          reference: randomUUID(),
          externalId: randomUUID(),
          accountId: apiKey.accountId,
          apiKeyId: apiKey.id,
          mode,
          ...payment,
        })),
      );
  };
  const read = (accountId: string, days: PeriodDays, mode: Mode = "test", zone = "UTC") =>
    test.services.statistics.read({ accountId, mode, days, zone });

  it("equal a count by hand, for any payments", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await fc.assert(
      fc.asyncProperty(fc.array(anyPayment(), { maxLength: 40 }), async (payments) => {
        await database().delete(transactions).where(eq(transactions.accountId, accountId));
        await store(apiKey, payments);
        for (const days of PERIOD_DAYS) {
          assert.deepEqual(await read(accountId, days), countByHand(payments, days));
        }
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it("add up amounts beyond safe integers", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const most = { ...paid(NOW, 1000), amount: 99_999_999_999 };
    await store(
      apiKey,
      Array.from({ length: 1000 }, () => most),
    );
    const before = await read(accountId, 7);
    assert.deepEqual(before.current.volumes, new Map([["EUR", 99_999_999_999_000n]]));
  });

  it("include a payment that ends now, and the first moment of the first day", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const first = Date.parse("2026-01-09T00:00:00Z");
    await store(apiKey, [paid(NOW, 1), paid(first, 1), paid(first - 1, 1)]);
    const { current, previous, volumes } = await read(accountId, 7);
    assert.equal(current.succeeded, 2);
    // The previous period ends at noon of January 8, so the payment at the end of that day is in neither.
    assert.equal(previous.succeeded, 0);
    assert.deepEqual(
      volumes[0]?.days.map(({ day, total }) => `${day} ${total}`),
      [
        "2026-01-09 100",
        "2026-01-10 0",
        "2026-01-11 0",
        "2026-01-12 0",
        "2026-01-13 0",
        "2026-01-14 0",
        "2026-01-15 100",
      ],
    );
  });

  it("use the days of the reader's time zone, also when clocks change", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    const moments = ["2026-01-09T10:59:59Z", "2026-01-09T11:00:00Z", "2026-01-15T11:30:00Z"];
    await store(
      apiKey,
      moments.map((moment) => paid(Date.parse(moment), 1)),
    );
    const daysOf = ({ outcomes }: Statistics) =>
      outcomes.filter(({ succeeded }) => succeeded > 0).map(({ day }) => day);
    const there = await read(accountId, 7, "test", "Pacific/Auckland");
    // Noon in UTC is one o'clock of the next day.
    assert.equal(there.from.toISOString(), "2026-01-09T11:00:00.000Z");
    assert.deepEqual(daysOf(there), ["2026-01-10", "2026-01-16"]);
    assert.equal(there.outcomes.length, 7);
    assert.deepEqual(daysOf(await read(accountId, 7)), ["2026-01-09", "2026-01-15"]);
    const summer = await read(accountId, 90, "test", "Europe/Berlin");
    assert.equal(summer.from.toISOString(), "2025-10-17T22:00:00.000Z");
  });

  it("cover one account and one mode", async () => {
    const [own, other] = [await makeMerchant(test.services), await makeMerchant(test.services)];
    await store(own.apiKey, [paid(NOW, 1)], "live");
    await store(other.apiKey, [paid(NOW, 1)]);
    const nothing = await read(own.accountId, 90);
    assert.deepEqual(nothing.current, { ...NOTHING, timesToPay: undefined });
    assert.deepEqual(nothing.volumes, []);
    assert.equal((await read(own.accountId, 90, "live")).current.succeeded, 1);
  });
});

function paid(finishedMs: number, tookMs: number): Payment {
  return {
    amount: 100,
    currency: "EUR",
    status: "succeeded",
    failureReason: null,
    createdAt: new Date(finishedMs - tookMs),
    finishedAt: new Date(finishedMs),
  };
}

function anyPayment(): fc.Arbitrary<Payment> {
  const outcome = fc.oneof(
    fc.constant({ status: "succeeded", failureReason: null } as const),
    fc
      .constantFrom(...FAILURE_REASONS)
      .map((failureReason) => ({ status: "failed", failureReason }) as const),
    fc
      .constantFrom("pending", "processing")
      .map((status) => ({ status, failureReason: null }) as const),
  );
  return fc
    .record({
      outcome,
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      currency: fc.constantFrom("EUR", "USD", "JPY"),
      // The starts of days and periods are the edge cases.
      finished: fc.oneof(
        fc.integer({ min: NOW - 185 * DAY_MS, max: NOW }),
        fc.integer({ min: 0, max: 370 }).map((halves) => NOW - (halves * DAY_MS) / 2),
      ),
      tookMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
    })
    .map(({ outcome, amount, currency, finished, tookMs }) => ({
      ...outcome,
      amount,
      currency,
      createdAt: new Date(finished - tookMs),
      finishedAt:
        outcome.status === "succeeded" || outcome.status === "failed" ? new Date(finished) : null,
    }));
}

/** The same figures by plain loops. */
function countByHand(payments: Payment[], days: number): Statistics {
  const today = Date.parse("2026-01-15T00:00:00Z");
  const from = today - (days - 1) * DAY_MS;
  const endedBetween = (first: number, last: number) =>
    payments.filter(({ finishedAt }) => {
      const at = finishedAt?.getTime();
      return at !== undefined && at >= first && at <= last;
    });
  const current = endedBetween(from, NOW);
  const totals = (some: Payment[]) => {
    const paidOnes = some.filter(({ status }) => status === "succeeded");
    const volumes = new Map<string, bigint>();
    for (const { currency, amount } of paidOnes) {
      volumes.set(currency, (volumes.get(currency) ?? 0n) + BigInt(amount));
    }
    const times = paidOnes
      .map(({ createdAt, finishedAt }) => (finishedAt?.getTime() ?? 0) - createdAt.getTime())
      .sort((left, right) => left - right);
    // The first value that at least this share does not exceed.
    const atShare = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
    return {
      ended: some.length,
      succeeded: paidOnes.length,
      successRate: some.length === 0 ? undefined : paidOnes.length / some.length,
      volumes,
      timesToPay:
        times.length === 0 ? undefined : { medianMs: atShare(0.5), ninetiethMs: atShare(0.9) },
    };
  };
  const names = Array.from({ length: days }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  );
  const on = (day: string) =>
    current.filter(({ finishedAt }) => finishedAt?.toISOString().startsWith(day));
  const countIn = (currency: string) =>
    current.filter((payment) => payment.status === "succeeded" && payment.currency === currency)
      .length;
  return {
    current: totals(current),
    previous: totals(endedBetween(from - days * DAY_MS, NOW - days * DAY_MS)),
    from: new Date(from),
    volumes: ["EUR", "JPY", "USD"]
      .filter((currency) => countIn(currency) > 0)
      .sort((left, right) => countIn(right) - countIn(left))
      .map((currency) => ({
        currency,
        days: names.map((day) => ({
          day,
          total: on(day)
            .filter((payment) => payment.status === "succeeded" && payment.currency === currency)
            .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        })),
      })),
    outcomes: names.map((day) => {
      const failed: Statistics["outcomes"][number]["failed"] = {};
      for (const { failureReason } of on(day)) {
        if (failureReason) failed[failureReason] = (failed[failureReason] ?? 0) + 1;
      }
      const succeeded = on(day).filter(({ status }) => status === "succeeded").length;
      return { day, succeeded, failed };
    }),
  };
}
