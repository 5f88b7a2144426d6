import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isReturnOf, parseOutcome } from "./outcome.ts";

// Cases: sdk/vectors/return-links.json.
describe("a returning address", () => {
  it("never throws, and has only known statuses", () => {
    const part = fc.constantFrom("myapp:", "//", "?", "&", "=", "status", "succeeded", "%", "#");
    const address = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(part, fc.string())).map((all) => all.join("")),
    );
    const known = ["succeeded", "failed", "cancelled", "processing", "unknown"];
    fc.assert(
      fc.property(address, (text) => {
        assert.ok(known.includes(parseOutcome(text, "myapp").status));
      }),
    );
  });

  it("ends no payment of an app without a scheme", () => {
    assert.ok(!isReturnOf("myapp://?status=failed&transactionId=txn_1", {}));
  });
});
