import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createSeal } from "./seal.ts";

const seal = createSeal(Buffer.alloc(32, 1));

describe("seal", () => {
  it("opens what it sealed, and never seals alike twice", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (plain, context) => {
        assert.equal(seal.open(seal.seal(plain, context), context), plain);
        assert.notEqual(seal.seal(plain, context), seal.seal(plain, context));
      }),
    );
  });

  it("does not open in another row, with another key, or altered", () => {
    const sealed = seal.seal("secret", "webhook_endpoints:1");
    assert.throws(() => seal.open(sealed, "webhook_endpoints:2"));
    assert.throws(() => createSeal(Buffer.alloc(32, 2)).open(sealed, "webhook_endpoints:1"));
    for (const [index, part] of sealed.split(".").entries()) {
      const parts = sealed.split(".");
      parts[index] = `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`;
      assert.throws(() => seal.open(parts.join("."), "webhook_endpoints:1"), `part ${index}`);
    }
    const [version, iv, body, tag = ""] = sealed.split(".");
    assert.throws(() =>
      seal.open([version, iv, body, tag.slice(0, 6)].join("."), "webhook_endpoints:1"),
    );
    assert.throws(() => seal.open("", "x"));
  });

  it("derives a key of its own for each purpose", () => {
    assert.notEqual(seal.password("a"), seal.password("b"));
    assert.notEqual(seal.mac("text", "a"), seal.mac("text", "b"));
    assert.equal(seal.mac("text", "a"), seal.mac("text", "a"));
  });
});
