import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markOf } from "./bank-initials.ts";

describe("markOf", () => {
  it("takes the first letters of two words", () => {
    const initials = (name: string) => markOf(name, 8).initials;
    assert.equal(initials("Savings Bank of Upper Nowhere"), "SB");
    assert.equal(initials("Österbank"), "Ö");
    assert.equal(initials("n–26 (test)"), "N2");
    assert.equal(initials("Банк"), "Б");
    assert.equal(initials("–"), "");
  });

  it("has a stable colour for each name, and different ones for different names", () => {
    assert.equal(markOf("Example Bank", 8).colour, markOf("Example Bank", 8).colour);
    const colours = ["One", "Two", "Three", "Four", "Five", "Six"].map(
      (name) => markOf(name, 8).colour,
    );
    assert.ok(new Set(colours).size > 3, String(colours));
    for (const colour of colours) assert.ok(colour >= 0 && colour < 8);
  });
});
