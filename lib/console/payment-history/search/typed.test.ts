import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { readTypedAmounts } from "./typed-amount.ts";
import { readTypedDay } from "./typed-day.ts";

const amounts = (text: string) =>
  readTypedAmounts(text).map(({ amount, digits, currency }) => `${amount}/${currency ?? digits}`);

describe("a typed amount", () => {
  for (const text of ["71.81", "71,81", " 71.81 ", "$71.81", "71,81 kr"]) {
    it(`can be of any currency: ${text}`, () => {
      assert.ok(amounts(text).includes("7181/2"));
      assert.ok(amounts(text).includes("71810/3"));
      assert.ok(!amounts(text).some((each) => each.endsWith("/0")));
    });
  }

  for (const [text, expected] of [
    ["€71.81", "7181/EUR"],
    ["71,81 €", "7181/EUR"],
    ["EUR 71.81", "7181/EUR"],
    ["71.8eur", "7180/EUR"],
    ["€1,234.50", "123450/EUR"],
    ["1.234,50 €", "123450/EUR"],
    ["1 234,50 €", "123450/EUR"],
    ["CHF 1'234.50", "123450/CHF"],
    ["€1,234,567", "123456700/EUR"],
    ["JPY 1,234", "1234/JPY"],
  ] as const) {
    it(`can be of one currency: ${text}`, () => assert.deepEqual(amounts(text), [expected]));
  }

  it("can have two meanings", () => {
    assert.deepEqual(amounts("KWD 1,234"), ["1234000/KWD", "1234/KWD"]);
  });

  for (const text of [
    "",
    "order-7",
    "71.81.2",
    "71.8155 EUR",
    "1,23,4",
    "0",
    "-5",
    "ABC 5",
    "5 x",
  ]) {
    it(`is no amount: "${text}"`, () => assert.deepEqual(amounts(text), []));
  }

  it("is not guessed from other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (text) => {
        for (const { amount } of readTypedAmounts(text)) assert.ok(Number.isSafeInteger(amount));
        readTypedDay(text, new Date(), "UTC");
      }),
    );
  });
});

describe("a typed day", () => {
  const now = new Date("2026-11-23T23:30:00Z");
  const read = (text: string, zone = "UTC") => readTypedDay(text, now, zone);

  for (const text of ["2026-11-22", "22 Nov", "22 november", "Nov 22", "22. Nov.", "22.11.2026"]) {
    it(`is read: ${text}`, () => assert.equal(read(text), "2026-11-22"));
  }

  it("is the last one before now, unless it has a year", () => {
    assert.equal(read("24 Nov"), "2025-11-24");
    assert.equal(read("24 Nov 2024"), "2024-11-24");
    assert.equal(read("Nov 24, 2024"), "2024-11-24");
    assert.equal(read("29 Feb"), "2024-02-29");
  });

  it("is in the reader's time zone", () => {
    assert.deepEqual([read("today"), read("yesterday")], ["2026-11-23", "2026-11-22"]);
    assert.equal(read("today", "Europe/Berlin"), "2026-11-24");
    assert.equal(read("24 Nov", "Europe/Berlin"), "2026-11-24");
  });

  for (const text of ["", "31 Feb", "2026-02-30", "22.11", "11/22/2026", "22 foo", "9999-01-01"]) {
    it(`is no day: "${text}"`, () => assert.equal(read(text), undefined));
  }
});
