import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  createCreditorReference,
  findLikeOwn,
  formatCreditorReference,
  ownReferencesIn,
  parseCreditorReference,
  parseOwnReference,
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
        assert.deepEqual(ownReferencesIn(`${start};${made}${end}`), [made]);
        const spaced = `${start};${formatCreditorReference(made)} 3${end}`;
        const found = ownReferencesIn(spaced);
        // A zero in front may be a bank's, so then another reading can be valid too.
        assert.deepEqual(made[4] === "0" ? found.slice(0, 1) : found, [made]);
      }),
    );
    assert.deepEqual(ownReferencesIn("SVWZ+rf18.5390-0754/7034"), ["RF18539007547034"]);
    const made = createCreditorReference("539007547034");
    const letters = made.toLowerCase().split("");
    assert.deepEqual(ownReferencesIn(`Order ${letters.join(" ")}`), [made]);
    assert.deepEqual(ownReferencesIn(`Order ${letters.join("\u00ad\u200b\u00a0")}`), [made]);
  });

  it("is the same with zeros in front of its digits, as some banks fill it", () => {
    fc.assert(
      fc.property(own, fc.integer({ min: 1, max: 9 }), (made, zeros) => {
        const filled = `${made.slice(0, 4)}${"0".repeat(zeros)}${made.slice(4)}`;
        assert.equal(parseOwnReference(filled), made);
        const found = ownReferencesIn(`Ref. ${formatCreditorReference(filled)}, thanks`);
        const short = parseCreditorReference(filled.slice(0, 16));
        assert.deepEqual(found, short === undefined ? [made] : [short, made]);
      }),
    );
    // Its first digits alone are valid by chance: text leaves open which it is, a whole field does not.
    const chance = "RF930000000155673424552";
    assert.equal(parseOwnReference(chance), "RF93155673424552");
    assert.deepEqual(ownReferencesIn(`${chance} thanks`), ["RF93000000015567", "RF93155673424552"]);
    assert.deepEqual(ownReferencesIn("RF18000000000539007547034 2026"), ["RF18539007547034"]);
    // Its own digits begin with zeros, and others follow.
    const made = createCreditorReference("000000345678");
    assert.deepEqual(ownReferencesIn(`${made}2026`), [made]);
    assert.equal(findLikeOwn("RF19000000000539007547034"), "RF19539007547034");
  });

  it("is listed if there are two, and is none if the check digits are wrong", () => {
    const [one, other] = [
      createCreditorReference("1".repeat(12)),
      createCreditorReference("2".repeat(12)),
    ];
    assert.deepEqual(ownReferencesIn(`${one} ${other}`), [one, other]);
    assert.deepEqual(ownReferencesIn(`${one} ${one}`), [one]);
    assert.deepEqual(ownReferencesIn("RF00111111111111"), []);
    assert.equal(findLikeOwn("to RF00 1111 1111 1111"), "RF00111111111111");
    assert.equal(findLikeOwn("RF18 539"), undefined);
    for (const other of ["rf00 1111 1111 1111", "RF712348231", `SCOR ${one}`]) {
      assert.equal(parseOwnReference(other), undefined, other);
    }
    assert.equal(parseOwnReference(` ${one.toLowerCase()}`), one);
  });
});
