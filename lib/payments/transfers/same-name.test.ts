import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { isSameName } from "./same-name.ts";

it("a name is the same in capitals, in another order, without marks, with a title or a middle name", () => {
  for (const [one, other] of [
    ["Ada Lovelace", "LOVELACE ADA"],
    ["Ada Lovelace", "Lovelace, Ada Augusta"],
    ["Jürgen Müller", "JUERGEN MUELLER"],
    ["Jürgen Müller", "JURGEN MULLER"],
    ["Zoë Saint-Exupéry", "Mme ZOE SAINT EXUPERY"],
    ["J. R. Smith-Jones", "SMITH JONES J R"],
    ["Νίκος Παππάς", "NIKOS PAPPAS"],
    ["Sukarno", "SUKARNO"],
  ] as const) {
    assert.ok(isSameName(one, other), `${one}, ${other}`);
    assert.ok(isSameName(other, one), `${other}, ${one}`);
  }
});

it("another name is not, nor a part of it that many share", () => {
  for (const [one, other] of [
    ["Ada Lovelace", "Ada Byron"],
    ["Ada Lovelace", "Lovelace"],
    ["Mr Smith", "Mr Jones"],
    ["Mr", "Mr"],
    ["", ""],
    ["山田太郎", "佐藤花子"],
  ] as const) {
    assert.ok(!isSameName(one, other), `${one}, ${other}`);
  }
});

it("any two texts can be compared, in either order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
      assert.equal(isSameName(one, other), isSameName(other, one));
    }),
  );
});
