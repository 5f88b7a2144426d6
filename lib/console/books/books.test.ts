import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { transactionFunds } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { refundRow } from "#lib/testing/rows.ts";
import { toCsv } from "./csv.ts";
import { type BookEntry, type BookTotal, totalsOf } from "./entry.ts";
import { toJson } from "./json.ts";
import { createBooks, dayOf } from "./service.ts";

// Both days with another clock are 23 and 25 hours long in Berlin.
const TIMES = [
  "2026-03-28T22:59:59.999Z",
  "2026-03-28T23:00:00Z",
  "2026-03-29T00:00:00Z",
  "2026-03-29T21:59:59.999Z",
  "2026-03-29T22:00:00Z",
  "2026-03-29T23:59:59.999Z",
].map((time) => new Date(time));

const DAYS = [
  ["2026-03-28", "Europe/Berlin"],
  ["2026-03-29", "Europe/Berlin"],
  ["2026-03-30", "Europe/Berlin"],
  ["2026-03-28", "UTC"],
  ["2026-03-29", "UTC"],
  ["2026-03-29", "Pacific/Auckland"],
] as const;

type Paid = typeof anyPaid extends fc.Arbitrary<infer One> ? One : never;

const anyPaid = fc.record({
  status: fc.constantFrom("succeeded", "succeeded", "succeeded", "failed", "pending", "processing"),
  amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  currency: fc.constantFrom("EUR", "SEK", "KWD"),
  payeeIban: fc.constantFrom("NL91ABNA0417164300", "DE89370400440532013000"),
  at: fc.constantFrom(...TIMES),
  funds: fc.constantFrom("received", "returned", null),
});

async function collect<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

onDatabase("the books of a day", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let books: ReturnType<typeof createBooks>;
  before(() => {
    test = createTestServices(connection());
    books = createBooks({ db: database(), clock: test.clock });
  });

  async function store(apiKey: ApiKey, made: Paid[]) {
    const createdAt = new Date("2026-03-28T00:00:00Z");
    const rows = made.map(({ at, funds: _, status, ...one }) => {
      const isEnded = status === "succeeded" || status === "failed";
      const finishedAt = isEnded ? at : null;
      return { transaction: { ...one, status, createdAt, finishedAt } };
    });
    const stored = await storePayments(database(), apiKey, rows);
    const seen = stored.flatMap(({ transaction: { id, status } }, index) => {
      const funds = made[index]?.funds ?? null;
      return status === "succeeded" && funds ? [{ id, funds }] : [];
    });
    for (const { id: transactionId, funds } of seen) {
      const row = { transactionId, movedAt: new Date("2026-04-01T00:00:00Z") };
      await database()
        .insert(transactionFunds)
        .values({ ...row, funds: "received" });
      if (funds === "returned") {
        await database()
          .update(transactionFunds)
          .set({ funds })
          .where(sql`transaction_id = ${transactionId}`);
      }
    }
    return stored.map(({ transaction }) => transaction);
  }

  const isSound = ({ paid, received, expected, returned, missing }: BookTotal) =>
    paid.amount === received.amount + expected.amount + returned.amount &&
    paid.count === received.count + expected.count + returned.count &&
    missing === paid.amount - received.amount;

  it("have each payment in one day, by time, and add up", async () => {
    const days = fc.constantFrom(...DAYS);
    const worlds = fc.noShrink(fc.array(anyPaid, { minLength: 3, maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(
        worlds,
        days,
        fc.integer({ min: 1, max: 7 }),
        async (made, [date, zone], pageSize) => {
          const day = dayOf(date, zone);
          const { apiKey } = await makeMerchant(test.services);
          const others = await makeMerchant(test.services);
          const stored = await store(apiKey, made);
          await store(others.apiKey, made);
          await store({ ...apiKey, mode: "live" }, made);
          const owner = { accountId: apiKey.accountId, mode: "test" } as const;
          const { from, to } = day;
          const expected = stored.filter(
            ({ status, finishedAt }) =>
              status === "succeeded" && finishedAt && finishedAt >= from && finishedAt < to,
          );
          const entries = (await collect(books.entries(owner, day, pageSize))).flat();
          const key = ({ at, transactionId }: BookEntry) => `${at.toISOString()} ${transactionId}`;
          const keys = expected.map(({ finishedAt, id }) => `${finishedAt?.toISOString()} ${id}`);
          assert.deepEqual(entries.map(key), keys.toSorted());
          const totals = await books.totals(owner, day);
          assert.deepEqual(totals, totalsOf(entries.map((entry) => ({ ...entry, count: 1 }))));
          assert.ok(totals.every(isSound));
          const parts = toJson(day, true, books.entries(owner, day, pageSize));
          const report = JSON.parse((await collect(parts)).join(""));
          assert.deepEqual(report.totals, totals);
          assert.equal(report.entries.length, entries.length);
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });

  it("name the ids by which a bank statement has the money", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId, mode } = apiKey;
    const at = TIMES[2] ?? assert.fail();
    const paid = { status: "succeeded", createdAt: at, finishedAt: at } as const;
    const [byBank, byTransfer] = await storePayments(database(), apiKey, [
      {
        transaction: { ...paid, externalId: "=1+1" },
        attempts: [
          { bankPaymentId: "p-1", status: "failed" },
          { bankPaymentId: "p-2", status: "succeeded", failureReason: null },
          { bankPaymentId: "p-3", status: "failed" },
        ],
      },
      { transaction: { ...paid, transferReference: `RF99${accountId.slice(-12)}` } },
    ]);
    assert.ok(byBank && byTransfer);
    const { id: transactionId } = byTransfer.transaction;
    await database()
      .insert(orderContexts)
      .values({ transactionId, description: "2 books", createdAt: at });
    const transfer = { accountId, mode, transactionId, amount: 1250, currency: "EUR" };
    await database()
      .insert(receivedTransfers)
      .values(
        (["paid", "already_paid"] as const).map((status) => ({
          ...transfer,
          id: newId("rcv"),
          entryKey: `${transactionId} ${status}`,
          reference: `RF of ${status}`,
          bookedOn: "2026-03-30",
          status,
          createdBy: "system",
          createdAt: at,
        })),
      );
    const day = dayOf("2026-03-29", "UTC");
    const entries = (await collect(books.entries({ accountId, mode }, day))).flat();
    assert.equal(entries.length, 2);
    const bank = entries.find((entry) => entry.transactionId === byBank.transaction.id);
    const { endToEndId } = byBank.attempts[1] ?? assert.fail();
    assert.deepEqual([bank?.bankPaymentId, bank?.endToEndId], ["p-2", endToEndId]);
    const money = entries.find((entry) => entry.transactionId === transactionId);
    assert.deepEqual(
      [money?.creditReference, money?.bookedOn, money?.description],
      ["RF of paid", "2026-03-30", "2 books"],
    );
    const csv = (await collect(toCsv(books.entries({ accountId, mode }, day)))).join("");
    const lines = csv.trim().split("\r\n");
    assert.equal(lines.length, 3);
    assert.match(csv, /,'=1\+1,/, "no formula");
    assert.match(csv, /,12\.50,EUR,1250,NL91ABNA0417164300,/);
  });

  it("have the refunds sent on a day, after its payments, whenever those were paid", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const { accountId } = apiKey;
    const at = TIMES[2] ?? assert.fail();
    const earlier = new Date("2026-03-01T12:00:00Z");
    const paid = { status: "succeeded", createdAt: earlier, amount: 900 } as const;
    const [before, same] = await storePayments(database(), apiKey, [
      { transaction: { ...paid, finishedAt: earlier } },
      { transaction: { ...paid, finishedAt: at } },
    ]);
    assert.ok(before && same);
    const send = async (transactionId: string, sentAt: Date, amount: number) => {
      const row = refundRow({
        accountId,
        transactionId,
        amount,
        reason: "Damaged",
        sealedAccount: null,
      });
      await database().insert(refunds).values(row);
      for (const status of ["processing", "succeeded"] as const) {
        const finishedAt = status === "succeeded" ? sentAt : null;
        await database().update(refunds).set({ status, finishedAt }).where(eq(refunds.id, row.id));
      }
      return row.id;
    };
    const ids = [
      await send(before.transaction.id, at, 100),
      await send(before.transaction.id, at, 200),
      await send(same.transaction.id, new Date(at.getTime() + 1), 900),
    ];
    await send(before.transaction.id, earlier, 400);
    const owner = { accountId, mode: "test" } as const;
    const day = dayOf("2026-03-29", "UTC");
    for (const pageSize of [1, 2, 10]) {
      const entries = (await collect(books.entries(owner, day, pageSize))).flat();
      assert.deepEqual(
        entries.map(({ type, refundId, amount }) => [type, refundId, amount]),
        [
          ["payment", null, 900],
          ["refund", ids[0], 100],
          ["refund", ids[1], 200],
          ["refund", ids[2], 900],
        ],
      );
      const [total, ...others] = await books.totals(owner, day);
      assert.deepEqual(others, []);
      assert.deepEqual(total?.refunded, { count: 3, amount: 1200 });
      assert.deepEqual(total, totalsOf(entries.map((entry) => ({ ...entry, count: 1 })))[0]);
    }
  });

  it("are empty for a day without payments", async () => {
    const { apiKey } = await makeMerchant(test.services);
    const owner = { accountId: apiKey.accountId, mode: "test" } as const;
    const day = dayOf("2026-03-29", "UTC");
    const text = (await collect(toJson(day, false, books.entries(owner, day)))).join("");
    assert.deepEqual(JSON.parse(text), {
      date: "2026-03-29",
      timeZone: "UTC",
      from: "2026-03-29T00:00:00.000Z",
      to: "2026-03-30T00:00:00.000Z",
      isComplete: false,
      entries: [],
      totals: [],
    });
    const csv = await collect(toCsv(books.entries(owner, day)));
    assert.equal(csv.join("").split("\r\n").length, 2);
  });
});
