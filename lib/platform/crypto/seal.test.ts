import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createSeal } from "./seal.ts";

const FIRST = Buffer.alloc(32, 1);
const SECOND = Buffer.alloc(32, 2);
const THIRD = Buffer.alloc(32, 3);
const seal = createSeal(FIRST);

describe("seal", () => {
  it("decrypts its own values, and never encrypts a value identically twice", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (plain, context) => {
        assert.equal(seal.open(seal.seal(plain, context), context), plain);
        assert.notEqual(seal.seal(plain, context), seal.seal(plain, context));
      }),
    );
  });

  it("does not decrypt a value in another row, with another key, or altered", () => {
    const sealed = seal.seal("secret", "webhook_endpoints:1");
    assert.throws(() => seal.open(sealed, "webhook_endpoints:2"));
    assert.throws(() => createSeal(SECOND).open(sealed, "webhook_endpoints:1"));
    for (const [index, part] of sealed.split(".").entries()) {
      const parts = sealed.split(".");
      parts[index] = `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`;
      assert.throws(() => seal.open(parts.join("."), "webhook_endpoints:1"), `part ${index}`);
    }
    const [version, iv, body, tag = ""] = sealed.split(".");
    assert.throws(() =>
      seal.open([version, iv, body, tag.slice(0, 6)].join("."), "webhook_endpoints:1"),
    );
    assert.throws(() => seal.open(`${sealed}.AA`, "webhook_endpoints:1"));
    assert.throws(() => seal.open("", "x"));
  });

  it("derives a different key for each purpose", () => {
    assert.notEqual(seal.password("a"), seal.password("b"));
    assert.notEqual(seal.mac("text", "a"), seal.mac("text", "b"));
    assert.equal(seal.mac("text", "a"), seal.mac("text", "a"));
  });

  it("decrypts and derives values of earlier versions", () => {
    const stored = "v1.F5Yq3ATr1xfmEviD.6eOhzg.4xhSEisoaK1070O7ewaBmQ";
    assert.equal(seal.open(stored, "row:1"), "kept");
    assert.equal(
      seal.password("a"),
      "9c61d0bc6baf1ac70b0942d85053ff31a6a14a0731edaa7e9666f41581a0645a",
    );
    assert.equal(
      seal.mac("text", "a"),
      "2126066ecbbc1db950eaa35c0412aa3111155d60b6fef33d08d30ef0ca06c5d9",
    );
  });
});

describe("seal with several secrets", () => {
  const sealed = seal.seal("secret", "row:1");
  const rotated = createSeal(FIRST, SECOND);

  it("decrypts values of each secret, and encrypts with the newest", () => {
    assert.equal(rotated.open(sealed, "row:1"), "secret");
    const newer = rotated.seal("secret", "row:1");
    assert.match(newer, /^v2\./);
    const later = createSeal(FIRST, SECOND, THIRD);
    for (const value of [sealed, newer]) assert.equal(later.open(value, "row:1"), "secret");
    assert.throws(() => seal.open(newer, "row:1"), /not sealed with a secret in use/);
  });

  it("does not decrypt values of a retired secret, but all others", () => {
    const retired = createSeal(null, SECOND);
    assert.throws(() => retired.open(sealed, "row:1"), /not sealed with a secret in use/);
    assert.equal(retired.open(rotated.seal("newer", "row:1"), "row:1"), "newer");
    assert.equal(rotated.open(retired.seal("newest", "row:1"), "row:1"), "newest");
  });

  it("does not decrypt a value that was moved to another row or position, or altered", () => {
    for (const value of [sealed, rotated.seal("secret", "row:1")]) {
      assert.throws(() => rotated.open(value, "row:2"));
      const swapped = value.startsWith("v1")
        ? value.replace("v1", "v2")
        : value.replace("v2", "v1");
      assert.throws(() => rotated.open(swapped, "row:1"));
      const [version, iv, body = "", tag] = value.split(".");
      const altered = body.startsWith("A") ? `B${body.slice(1)}` : `A${body.slice(1)}`;
      assert.throws(() => rotated.open([version, iv, altered, tag].join("."), "row:1"));
    }
    for (const version of ["v0", "v3", "v01", "v", "v-1", "1", "V1"]) {
      assert.throws(() => rotated.open(sealed.replace("v1", version), "row:1"), `${version}`);
    }
  });

  it("derives with the newest", () => {
    const alone = createSeal(null, SECOND);
    assert.equal(rotated.password("a"), alone.password("a"));
    assert.equal(rotated.mac("text", "a"), alone.mac("text", "a"));
    assert.notEqual(rotated.password("a"), seal.password("a"));
    assert.notEqual(rotated.mac("text", "a"), seal.mac("text", "a"));
  });

  it("computes a digest with each secret that is not retired, newest first", () => {
    const [second, first, ...more] = rotated.macs("text", "a");
    assert.deepEqual([second, first, more], [rotated.mac("text", "a"), seal.mac("text", "a"), []]);
    assert.deepEqual(createSeal(null, SECOND).macs("text", "a"), [second]);
    assert.deepEqual(seal.macs("text", "a"), [first]);
    assert.notDeepEqual(rotated.macs("text", "b"), rotated.macs("text", "a"));
  });

  it("uses the newest of ten or more secrets", () => {
    const many = createSeal(...Array.from({ length: 16 }, (_, index) => Buffer.alloc(32, index)));
    const passwords = many.passwords("a");
    assert.equal(Object.keys(passwords).length, 16);
    assert.equal(passwords["16"], many.password("a"));
    assert.match(many.seal("x", "y"), /^v16\./);
  });

  it("requires at least one secret", () => {
    assert.throws(() => createSeal(), RangeError);
    assert.throws(() => createSeal(null), RangeError);
  });
});
