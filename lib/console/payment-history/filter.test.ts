import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toDecimalString } from "#lib/platform/values/money.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { isFiltered, type PaymentQuery, parsePaymentQuery } from "./filter.ts";

const problemsOf = (query: PaymentQuery) =>
  parsePaymentQuery(query).problems.map(({ path, message }) => `${path}: ${message}`);
const filterOf = (query: PaymentQuery) => {
  const { filter, problems } = parsePaymentQuery(query);
  assert.deepEqual(problems, []);
  return filter;
};

describe("a filter of payments", () => {
  it("is empty for an empty query", () => {
    assert.equal(isFiltered(filterOf({})), false);
    assert.equal(isFiltered(filterOf({ q: " ", status: [""], from: "", min: "" })), false);
  });

  it("reads days as whole days in UTC, inclusive", () => {
    const { createdFrom, createdBefore } = filterOf({ from: "2026-02-28", to: "2026-02-28" });
    assert.equal(createdFrom?.toISOString(), "2026-02-28T00:00:00.000Z");
    assert.equal(createdBefore?.toISOString(), "2026-03-01T00:00:00.000Z");
  });

  it("refuses invalid days", () => {
    for (const from of ["2026-02-29", "yesterday", "0000-01-01", "9999-12-31", "2026-1-5"]) {
      assert.deepEqual(problemsOf({ from }), ["from: date"]);
    }
    assert.deepEqual(problemsOf({ from: "2026-01-02", to: "2026-01-01" }), ["to: date_order"]);
  });

  it("reads every written amount without rounding", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom("EUR", "JPY", "KWD"),
        (amount, currency) => {
          const typed = toDecimalString(amount, currency);
          assert.equal(filterOf({ min: typed, currency }).minAmount, amount);
        },
      ),
    );
  });

  it("reads amounts in euro by default, with a comma as decimal point", () => {
    const { minAmount, maxAmount, currency } = filterOf({ min: "12,5", max: "12.51" });
    assert.deepEqual([minAmount, maxAmount, currency], [1250, 1251, "EUR"]);
    assert.equal(filterOf({ currency: "usd" }).currency, "USD");
  });

  it("refuses ambiguous and invalid amounts", () => {
    for (const min of ["1,250", "1.250,00", "1e3", "-1", "12.505", "Infinity", "12 50"]) {
      assert.deepEqual(problemsOf({ min }), ["min: amount"]);
    }
    assert.deepEqual(problemsOf({ min: "2", max: "1" }), ["max: amount_order"]);
    assert.deepEqual(problemsOf({ min: "1.5", currency: "JPY" }), ["min: amount"]);
  });

  it("refuses unknown values, and text that no database stores", () => {
    assert.deepEqual(problemsOf({ status: ["paid"] }), ["status: choice"]);
    assert.deepEqual(problemsOf({ reason: "because", currency: "EURO" }), [
      "currency: choice",
      "reason: choice",
    ]);
    assert.deepEqual(problemsOf({ q: "a\0b" }), ["q: text"]);
    assert.deepEqual(problemsOf({ q: "a".repeat(129) }), ["q: text"]);
  });

  it("never throws for any text", () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 20 });
    const query = fc.record(
      {
        q: text,
        status: fc.array(text),
        reason: text,
        from: text,
        to: text,
        min: text,
        max: text,
        currency: text,
        externalId: text,
        bank: text,
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(query, (asked) => assert.ok(parsePaymentQuery(asked).filter)));
  });
});
