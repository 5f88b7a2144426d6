import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { encodeEpc } from "./epc.ts";

const order = {
  name: "Franz Mustermänn",
  iban: "DE71110220330123456789",
  amount: 1230,
  reference: "RF18539007547034",
};

describe("the code for banking apps", () => {
  it("is EPC069-12 byte by byte", () => {
    const expected = Buffer.from(
      "4243440a3030320a310a5343540a0a" + // BCD, 002, 1, SCT, no BIC
        "4672616e7a204d75737465726dc3a46e6e0a" +
        "444537313131303232303333303132333435363738390a" +
        "45555231322e33300a" +
        "0a" + // no purpose
        "52463138353339303037353437303334",
      "hex",
    );
    assert.deepEqual(Buffer.from(encodeEpc(order) ?? ""), expected);
  });

  it("writes amounts with a point and two decimals", () => {
    for (const [amount, written] of [
      [1, "EUR0.01"],
      [100, "EUR1.00"],
      [99_999_999_999, "EUR999999999.99"],
    ] as const)
      assert.equal(encodeEpc({ ...order, amount })?.split("\n")[7], written);
  });

  it("refuses what it can't encode", () => {
    const wrong = [
      { amount: 0 },
      { amount: -1 },
      { amount: 12.5 },
      { amount: 100_000_000_000 },
      { name: "" },
      { name: "x".repeat(71) },
      { name: "Two\nlines" },
      { iban: "DE71110220330123456780" },
      { iban: "DE71 1102 2033 0123 4567 89" },
      { reference: "RF19539007547034" },
      { reference: "rf18 5390 0754 7034" },
    ];
    for (const each of wrong) assert.equal(encodeEpc({ ...order, ...each }), undefined);
  });

  it("fits every name an account can have, within a code of version 13", () => {
    const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 99_999_999_999 }), (name, amount) => {
        const reference = createCreditorReference();
        const text = encodeEpc({ ...order, name, amount, reference });
        if (text === undefined) return;
        assert.ok(Buffer.byteLength(text) <= 331);
        assert.equal(text.split("\n").length, 10);
      }),
    );
    assert.equal(encodeEpc({ ...order, name: "🦩".repeat(35) })?.split("\n")[5]?.length, 70);
    const long = { ...order, name: "€".repeat(70), amount: 99_999_999_999 };
    assert.equal(Buffer.byteLength(encodeEpc(long) ?? ""), 282);
  });
});
