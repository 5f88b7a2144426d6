import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fingerprint } from "./fingerprint.ts";

describe("fingerprint", () => {
  it("does not depend on key order", () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(pairs, (entries) => {
        const forward = Object.fromEntries(entries);
        const backward = Object.fromEntries(entries.toReversed());
        assert.equal(fingerprint(forward), fingerprint(backward));
      }),
    );
  });

  it("differs for different values", () => {
    const values = [
      {},
      { a: 1 },
      { a: "1" },
      { a: null },
      { a: [1] },
      { a: { 0: 1 } },
      [["a", 1]],
      null,
      "",
      0,
    ];
    assert.equal(new Set(values.map(fingerprint)).size, values.length);
  });

  it("treats an absent field like an undefined one", () => {
    assert.equal(fingerprint({ a: 1, b: undefined }), fingerprint({ a: 1 }));
  });
});
