import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isPrintable } from "./printable.ts";

describe("printable text", () => {
  it("counts characters, not code units", () => {
    assert.ok(isPrintable("é", 1));
    assert.ok(isPrintable("😀".repeat(70), 70));
    assert.ok(!isPrintable("😀".repeat(71), 70));
    assert.ok(!isPrintable("", 70));
  });

  it("has no control, direction, surrogate, private or separator character", () => {
    for (const character of ["\n", "\0", "\u007f", "\u202e", "\u200b", "\ud800", "\ue000"]) {
      assert.ok(!isPrintable(`a${character}b`, 70), escape(character));
    }
    for (const character of ["\u2028", "\u2029"]) assert.ok(!isPrintable(character, 70));
    assert.ok(!isPrintable("a\n", 70), "at the end");
    assert.ok(isPrintable("Bücher & Café Ω 書", 70));
  });
});
