import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseAmount } from "./amount.ts";

const GOOD: [string, number][] = [
  ["12.5", 1250],
  ["12", 1200],
  ["12.50", 1250],
  ["0.01", 1],
  ["0.1", 10],
  ["1.10", 110],
  // Twice a product of floats that is off by one.
  ["19.99", 1999],
  ["1.15", 115],
  ["999999999.99", 99_999_999_999],
];

const BAD = [
  "12,50",
  "1e2",
  "0",
  "0.0",
  "0.00",
  "-1",
  "+1",
  "12.500",
  "12.505",
  "0.001",
  "",
  " ",
  " 1",
  "1 ",
  "1\n",
  "1 000",
  ".5",
  "5.",
  "007",
  "00",
  "1_000",
  "1.2.3",
  "١٢",
  "１２",
  "0x10",
  "Infinity",
  "NaN",
  "1000000000",
  "1000000000.00",
  "99999999999999999999",
];

describe("the amount of a payment", () => {
  for (const [text, cents] of GOOD) {
    it(`reads ${text} as ${cents} cents`, () => assert.equal(parseAmount(text), cents));
  }

  for (const text of BAD) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseAmount(text), { name: "BanksideError", code: "invalid_amount" });
    });
  }

  for (const value of [12.5, 12, 12n, null, undefined, ["12"], { toString: () => "12" }]) {
    it(`refuses what is no string: ${typeof value} ${String(value)}`, () => {
      assert.throws(() => Reflect.apply(parseAmount, undefined, [value]), {
        code: "invalid_amount",
      });
    });
  }

  it("reads back every amount of cents as written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const digits = String(cents).padStart(3, "0");
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        assert.equal(parseAmount(text), cents);
        assert.equal(parseAmount(text.replace(/\.?0$/, "")), cents);
      }),
    );
  });

  it("refuses any text that is not a plain decimal", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d+(\.\d{1,2})?$/.test(text));
        assert.throws(() => parseAmount(text), { code: "invalid_amount" });
      }),
    );
  });
});
