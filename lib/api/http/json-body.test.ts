import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { parseStrictJson } from "./json-body.ts";

function refusal(text: string) {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (isAppError(error)) return { code: error.code, path: error.fields?.[0]?.path };
    throw error;
  }
  return undefined;
}

describe("strict JSON", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), (value) => {
        const text = JSON.stringify({ ...value, amount: 1, Amount: 1 });
        assert.deepEqual(parseStrictJson(text), JSON.parse(text));
      }),
    );
  });

  it("finds a duplicate key anywhere", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "0"), { maxLength: 20 }), (path) => {
        const inner = '{"x":1,"y":2,"\\u0078":3}';
        const text = path.reduceRight((body, name) => `{"${name}":[${body}]}`, inner);
        if (path.length > 15) return;
        const expected = [...path.flatMap((name) => [name, "0"]), "x"].join(".");
        const found = refusal(text);
        assert.equal(found?.code, "invalid_request");
        assert.equal(found?.path, expected);
      }),
    );
  });

  it("allows the same key in sibling objects", () => {
    assert.equal(refusal('{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}'), undefined);
  });

  it("treats brackets in strings as text", () => {
    assert.equal(refusal(`{"a":"${"[{".repeat(100)}\\"${"[".repeat(100)}"}`), undefined);
  });

  it("accepts 32 levels and refuses 33, balanced or not", () => {
    const lists = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    assert.equal(refusal(lists(32)), undefined);
    assert.equal(refusal(lists(33))?.code, "invalid_request");
    assert.equal(refusal("[".repeat(100_000))?.code, "invalid_request");
    assert.equal(refusal('{"a":'.repeat(100_000))?.code, "invalid_request");
  });

  it("reads hostile texts in linear time", () => {
    const startedAt = performance.now();
    for (const text of ['"\\"', '\\"', '"', '{"a":"\\', "]["])
      refusal(text.repeat((64 * 1024) / text.length));
    assert.ok(performance.now() - startedAt < 1000);
  });

  it("never pollutes prototypes", () => {
    const parsed = parseStrictJson(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    assert.deepEqual(Object.keys(parsed), ["__proto__", "constructor"]);
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  });

  it("requires an amount to be a plain integer, at the top level only", () => {
    for (const number of ["1e3", "1E+3", "10.0", "-0", "1.5", "0.1e1"]) {
      assert.equal(refusal(`{"amount":${number}}`)?.path, "amount");
      assert.equal(refusal(`{"Amount": ${number} }`)?.path, "Amount");
      assert.equal(refusal(`{"metadata":{"amount":${number}},"list":[${number}]}`), undefined);
    }
  });
});
