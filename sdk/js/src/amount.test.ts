import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseAmount } from "./amount.ts";

describe("the amount of a payment", () => {
  for (const value of [12.5, 12, 12n, null, undefined, ["12"], { toString: () => "12" }]) {
    it(`refuses a value that is not a string: ${typeof value} ${String(value)}`, () => {
      assert.throws(() => Reflect.apply(parseAmount, undefined, [value]), {
        code: "invalid_amount",
      });
    });
  }

  it("reads every amount of cents as written", () => {
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
