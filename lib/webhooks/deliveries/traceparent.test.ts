import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newId } from "#lib/platform/values/ids.ts";
import { traceparent } from "./traceparent.ts";

describe("traceparent", () => {
  it("has the form of W3C Trace Context, with the trace of its event and its own parent", () => {
    const [one, two] = [newId("evt"), newId("evt")];
    const parts = [one, one, two].map((id) => traceparent(id).split("-"));
    for (const [version, trace, parent, flags, ...more] of parts) {
      assert.deepEqual([version, flags, more], ["00", "01", []]);
      assert.match(trace ?? "", /^(?!0{32})[\da-f]{32}$/);
      assert.match(parent ?? "", /^(?!0{16})[\da-f]{16}$/);
    }
    const [first, again, other] = parts;
    assert.equal(first?.[1], again?.[1]);
    assert.notEqual(first?.[1], other?.[1]);
    assert.equal(new Set(parts.map(([, , parent]) => parent)).size, 3);
  });
});
