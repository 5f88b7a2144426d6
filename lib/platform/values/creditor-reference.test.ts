import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  createCreditorReference,
  findCreditorReference,
  findLikeOwn,
  formatCreditorReference,
  isLikeOwn,
  parseCreditorReference,
} from "./creditor-reference.ts";

const body = fc.stringMatching(/^[0-9A-Z]{1,21}$/);
const own = fc.stringMatching(/^\d{12}$/).map(createCreditorReference);

describe("a creditor reference", () => {
  it("has the standard's check digits", () => {
    for (const known of ["RF18539007547034", "RF712348231"]) {
      assert.equal(parseCreditorReference(known), known);
      assert.equal(createCreditorReference(known.slice(4)), known);
    }
  });

  it("is read in the forms that users write", () => {
    assert.equal(parseCreditorReference(" rf18 5390 0754 7034 "), "RF18539007547034");
    assert.equal(formatCreditorReference("RF18539007547034"), "RF18 5390 0754 7034");
    for (const wrong of [
      "",
      "RF",
      "RF18",
      "XX18539007547034",
      "RF1853900754703é",
      "RF00539007547034",
    ])
      assert.equal(parseCreditorReference(wrong), undefined, wrong);
    assert.equal(parseCreditorReference(createCreditorReference("1".repeat(22))), undefined);
  });

  it("is read from every grouping and in upper or lower case", () => {
    fc.assert(
      fc.property(body, (text) => {
        const made = createCreditorReference(text);
        assert.equal(parseCreditorReference(made), made);
        assert.equal(parseCreditorReference(formatCreditorReference(made).toLowerCase()), made);
      }),
    );
  });

  it("detects one wrong character, and two that are swapped", () => {
    fc.assert(
      fc.property(own, fc.nat(), fc.nat(9), (made, place, digit) => {
        const at = 4 + (place % 12);
        const changed = `${made.slice(0, at)}${digit}${made.slice(at + 1)}`;
        if (changed !== made) assert.equal(parseCreditorReference(changed), undefined);
        const [a = "", b = ""] = made.slice(at - 1, at + 1);
        const swapped = `${made.slice(0, at - 1)}${b}${a}${made.slice(at + 1)}`;
        if (swapped !== made && at > 4) assert.equal(parseCreditorReference(swapped), undefined);
      }),
    );
  });

  it("is different each time", () => {
    const made = Array.from({ length: 1000 }, () => createCreditorReference());
    assert.equal(new Set(made).size, made.length);
    assert.ok(made.every((each) => /^RF\d{14}$/.test(each) && parseCreditorReference(each)));
  });
});

describe("a creditor reference in a text", () => {
  it("is found with any line break or joined word of a bank", () => {
    const text = fc.stringMatching(/^[a-z ,:]{0,40}$/).filter((each) => !each.includes("rf"));
    fc.assert(
      fc.property(own, text, text, (made, start, end) => {
        assert.equal(findCreditorReference(`${start};${made}${end}`), made);
        assert.equal(
          findCreditorReference(`${start};${formatCreditorReference(made)} 3${end}`),
          made,
        );
      }),
    );
    assert.equal(findCreditorReference("SVWZ+rf18.5390-0754/7034"), "RF18539007547034");
    const made = createCreditorReference("539007547034");
    assert.equal(findCreditorReference(`Order ${made.toLowerCase().split("").join(" ")}`), made);
  });

  it("is not found if there are two, or the check digits are wrong", () => {
    const [one, other] = [
      createCreditorReference("1".repeat(12)),
      createCreditorReference("2".repeat(12)),
    ];
    assert.equal(findCreditorReference(`${one} ${other}`), undefined);
    assert.equal(findCreditorReference(`${one} ${one}`), one);
    assert.equal(findCreditorReference("RF00111111111111"), undefined);
    assert.equal(findLikeOwn("to RF00 1111 1111 1111"), "RF00111111111111");
    assert.equal(findLikeOwn("RF18 539"), undefined);
    assert.ok(isLikeOwn("rf00 1111 1111 1111"));
    assert.ok(!isLikeOwn("RF712348231"));
  });
});
