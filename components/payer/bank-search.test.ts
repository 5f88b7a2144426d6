import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findBanks, lastUsedFirst } from "./bank-search.ts";

const banks = ["Sparkasse Köln", "Crédit du Nord", "ING", "Bank für Köln und Bonn"].map(
  (name, index) => ({ id: String(index), name }),
);
const names = (search: string) => findBanks(banks, search).map(({ name }) => name);

describe("findBanks", () => {
  it("finds by a part of the name, without its case and accents", () => {
    assert.deepEqual(names("KOLN"), ["Sparkasse Köln", "Bank für Köln und Bonn"]);
    assert.deepEqual(names("credit"), ["Crédit du Nord"]);
    assert.deepEqual(names("köln"), names("ko\u0308ln"));
  });

  it("finds by several words in any order", () => {
    assert.deepEqual(names(" bonn  bank "), ["Bank für Köln und Bonn"]);
  });

  it("finds all without a word, and none by what no name holds", () => {
    assert.equal(names("  ").length, banks.length);
    assert.deepEqual(names(".*"), []);
  });

  it("finds every bank by its own name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        assert.deepEqual(findBanks([{ name }], name), [{ name }]);
      }),
    );
  });
});

describe("lastUsedFirst", () => {
  it("puts the last one in front and keeps the order of the others", () => {
    const ids = (last: string | undefined) => lastUsedFirst(banks, last).map(({ id }) => id);
    assert.deepEqual(ids("2"), ["2", "0", "1", "3"]);
    assert.deepEqual(ids(undefined), ["0", "1", "2", "3"]);
    assert.deepEqual(ids("gone"), ["0", "1", "2", "3"]);
  });
});
