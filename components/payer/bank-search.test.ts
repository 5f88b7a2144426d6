import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findBanks } from "./bank-search.ts";

const banks = ["Sparkasse Köln", "Crédit du Nord", "ING", "Bank für Köln und Bonn"].map(
  (name, index) => ({ id: String(index), name }),
);
const names = (search: string) => findBanks(banks, search).map(({ name }) => name);

describe("findBanks", () => {
  it("finds by a part of the name, ignoring case and accents", () => {
    assert.deepEqual(names("KOLN"), ["Sparkasse Köln", "Bank für Köln und Bonn"]);
    assert.deepEqual(names("credit"), ["Crédit du Nord"]);
    assert.deepEqual(names("köln"), names("ko\u0308ln"));
  });

  it("finds by several words in any order", () => {
    assert.deepEqual(names(" bonn  bank "), ["Bank für Köln und Bonn"]);
  });

  it("finds all for an empty search, and none for text in no name", () => {
    assert.equal(names("  ").length, banks.length);
    assert.deepEqual(names(".*"), []);
  });

  it("accepts one typing mistake from four letters on, and two from seven, if nothing fits better", () => {
    assert.deepEqual(names("sprakasse"), ["Sparkasse Köln"]);
    assert.deepEqual(names("koeln"), ["Sparkasse Köln", "Bank für Köln und Bonn"]);
    for (const typed of ["Credti", "Crdit", "Kredit"]) {
      assert.deepEqual(names(typed), ["Crédit du Nord"]);
    }
    assert.deepEqual(names("krdit"), []);
    assert.deepEqual(names("imt"), []);
  });

  it("finds by the beginning of a BIC, from four characters", () => {
    const withBic = banks.map((bank, index) => ({ ...bank, bic: `DEUTDEF${index}` }));
    const found = (search: string) => findBanks(withBic, search).map(({ id }) => id);
    assert.deepEqual(found("deut def2"), ["2"]);
    assert.deepEqual(found("DEUT"), ["0", "1", "2", "3"]);
    assert.deepEqual(found("deu"), []);
  });

  it("finds letters without a base letter by their usual spelling", () => {
    const found = (search: string) => findBanks([{ name: "Großbank Łódź & Ærø" }], search).length;
    assert.deepEqual(["gross", "lodz", "aero"].map(found), [1, 1, 1]);
  });

  it("finds every bank by its full name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        assert.deepEqual(findBanks([{ name }], name), [{ name }]);
      }),
    );
  });
});
