import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";
import { CSV_COLUMNS, csvHead, toCsv } from "./csv.ts";
import type { ExportedPayment } from "./payment.ts";
import { streamText } from "./text-stream.ts";

const IBAN = "NL91ABNA0417164300";
const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

const PAYMENT: ExportedPayment = {
  id: "txn_1",
  mode: "test",
  status: "succeeded",
  failureReason: null,
  amount: 1250,
  currency: "EUR",
  externalId: "order-1",
  createdAt: new Date("2026-01-15T12:00:00Z"),
  finishedAt: new Date("2026-01-15T12:01:00.250Z"),
  expiresAt: new Date("2026-01-15T12:30:00Z"),
  bankId: "scripted",
  endToEndId: "BS01",
  bankPaymentId: "payment-1",
  description: "2 books",
  creditorReference: "RF18539007547034",
  creditReference: "RF18 5390 0754 7034",
  bookedOn: "2026-01-16",
  paymentLinkId: "plink_1",
  payeeName: "Corner Books",
  payeeIban: IBAN,
  reference: "abc",
  flow: "web",
  source: null,
  metadata: null,
  seenFunds: "received",
  seenFundsAt: new Date("2026-01-15T12:02:00Z"),
};

/** An independent RFC 4180 reader: the writer can't prove itself. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = "", end] = cell.exec(text) ?? assert.fail("no CSV");
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const read = (text: string) => {
  assert.equal(text[0], "\uFEFF");
  const [head = [], ...rows] = parseCsv(text.slice(1));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
};

describe("a line of the CSV file", () => {
  const lineOf = (payment: Partial<ExportedPayment>) => {
    const [line = {}] = read(csvHead() + toCsv([{ ...PAYMENT, ...payment }], (id) => `Bank ${id}`));
    return line;
  };

  it("has plain decimals, minor units, ISO times and masked IBANs", () => {
    assert.deepEqual(lineOf({}), {
      id: "txn_1",
      mode: "test",
      status: "succeeded",
      failure_reason: "",
      amount: "12.50",
      currency: "EUR",
      amount_minor_units: "1250",
      external_id: "order-1",
      created_at: "2026-01-15T12:00:00.000Z",
      finished_at: "2026-01-15T12:01:00.250Z",
      expires_at: "2026-01-15T12:30:00.000Z",
      bank: "Bank scripted",
      end_to_end_id: "BS01",
      bank_payment_id: "payment-1",
      payee_name: "Corner Books",
      payee_iban: "NL•• •••• 4300",
      reference: "abc",
      flow: "web",
      source: "",
      metadata: "",
      funds: "received",
      funds_at: "2026-01-15T12:02:00.000Z",
      description: "2 books",
      creditor_reference: "RF18539007547034",
      credit_reference: "RF18 5390 0754 7034",
      booked_on: "2026-01-16",
      payment_link_id: "plink_1",
    });
    assert.deepEqual(lineOf({ amount: 7, currency: "JPY" })["amount"], "7");
    assert.deepEqual(lineOf({ metadata: { cart: ["a", 1] } })["metadata"], '{"cart":["a",1]}');
  });

  it("keeps any text, with a mark before what a spreadsheet would run", () => {
    const risky = fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", "'", "\uFF1D");
    const text = fc
      .tuple(fc.option(risky, { nil: "" }), fc.string({ unit: "grapheme" }), risky)
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (externalId, payeeName) => {
        const line = lineOf({ externalId, payeeName });
        for (const [cell = "", given] of [
          [line["external_id"], externalId],
          [line["payee_name"], payeeName],
        ] as const) {
          assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
          assert.equal(
            cell,
            /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(given) ? `'${given}` : given,
          );
        }
      }),
    );
  });
});

describe("a streamed text", () => {
  function countedParts(count: number) {
    const taken = { count: 0, isLeft: false };
    async function* make(): AsyncGenerator<string, void> {
      try {
        for (let index = 0; index < count; index++) {
          taken.count++;
          yield `${index};`;
        }
      } finally {
        taken.isLeft = true;
      }
    }
    return { taken, parts: make() };
  }
  const fail = (error: unknown) => assert.fail(String(error));

  it("is complete and in order", async () => {
    const { parts } = countedParts(4);
    const text = await new Response(streamText(await parts.next(), parts, fail)).text();
    assert.equal(text, "0;1;2;3;");
  });

  it("is read only on demand, and stops when the reader leaves", async () => {
    const { parts, taken } = countedParts(1000);
    const reader = streamText(await parts.next(), parts, fail).getReader();
    assert.equal(taken.count, 1);
    await reader.read();
    await reader.read();
    assert.equal(taken.count, 2);
    await reader.cancel();
    assert.deepEqual(taken, { count: 2, isLeft: true });
  });

  it("breaks with an error if a part fails", async () => {
    async function* broken(): AsyncGenerator<string, void> {
      yield "a";
      throw new Error("the database is gone");
    }
    const parts = broken();
    const errors: unknown[] = [];
    const stream = streamText(await parts.next(), parts, (error) => errors.push(error));
    await assert.rejects(new Response(stream).text());
    assert.equal(errors.length, 1);
  });
});

async function collect(parts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

onDatabase("the export of payments", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  before(async () => {
    test = createTestServices(connection());
  });
  const make = async () => {
    ({ apiKey } = await makeMerchant(test.services));
  };
  const exportAll = (options: { pageSize?: number; filter?: object } = {}) =>
    test.services.payments.exportCsv({
      accountId: apiKey.accountId,
      mode: "test",
      filter: {},
      actor: ACTOR,
      ...options,
    });

  it("has each payment once, newest first, also while payments are added", async () => {
    for (const count of [0, 1, 5, 6, 11]) {
      await make();
      const stored = count
        ? await storePayments(database(), apiKey, Array(count).fill({ transaction: {} }))
        : [];
      let text = "";
      for await (const part of exportAll({ pageSize: 5 })) {
        text += part;
        await storePayments(database(), apiKey, [{ transaction: {} }]);
      }
      assert.deepEqual(
        read(text).map(({ id }) => id),
        stored
          .map(({ transaction }) => transaction.id)
          .sort()
          .reverse(),
      );
    }
  });

  it("is written in parts of at most 100 payments", async () => {
    await make();
    await storePayments(database(), apiKey, Array(101).fill({ transaction: {} }));
    const [first = "", ...more] = await collect(exportAll());
    assert.equal(read(first).length, 100);
    assert.equal(more.length, 1);
  });

  it("starts with the columns, also without payments", async () => {
    await make();
    const [text = ""] = await collect(exportAll());
    assert.deepEqual(parseCsv(text.slice(1)), [CSV_COLUMNS]);
  });

  it("respects filter, mode and account", async () => {
    await make();
    await storePayments(database(), (await makeMerchant(test.services)).apiKey, [
      { transaction: {} },
    ]);
    await storePayments(database(), apiKey, [
      { transaction: { amount: 1 } },
      { transaction: { amount: 2, externalId: "two" } },
      { transaction: { amount: 3, mode: "live" } },
    ]);
    const text = (await collect(exportAll({ filter: { minAmount: 2 } }))).join("");
    assert.deepEqual(
      read(text).map((line) => line["external_id"]),
      ["two"],
    );
  });

  it("is audited before its first part, without the search text", async () => {
    await make();
    const parts = exportAll({ filter: { search: { text: "ada@shop.example", zone: "UTC" } } });
    await parts.next();
    const { accountId } = apiKey;
    const [entry] = await test.services.audit.list({ accountId, limit: 1 });
    assert.deepEqual(
      { ...entry, id: "", createdAt: null },
      {
        id: "",
        accountId,
        actor: ACTOR,
        action: "transactions.exported",
        target: accountId,
        details: { mode: "test", filtered: true },
        createdAt: null,
      },
    );
  });

  it("never contains a full IBAN", async () => {
    await make();
    await storePayments(database(), apiKey, [{ transaction: {}, attempts: [{}] }]);
    const text = (await collect(exportAll())).join("");
    assert.equal(read(text).length, 1);
    assert.doesNotMatch(text, new RegExp(IBAN));
  });
});
