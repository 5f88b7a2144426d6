import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { frameMessageSchema, parentMessageSchema } from "./frame-messages.ts";
import { frameJsonSchema } from "./frame-schema.ts";

const outcome = {
  v: 1,
  page: 1_764_000_000_000,
  seq: 3,
  type: "outcome",
  reference: "abc",
  status: "failed",
  returnUrl: "https://shop.example/failed?externalId=A-1",
};
const envelope = { v: 1, page: 7, seq: 0 };

describe("frame messages", () => {
  const good = [
    outcome,
    { ...outcome, returnUrl: null },
    { ...envelope, type: "ready", reference: "abc" },
    { ...envelope, type: "resize", height: 640 },
    { ...envelope, type: "state", reference: "abc", state: "opened", closable: true },
    { ...envelope, type: "error", code: "return_blocked" },
    { ...envelope, type: "escape" },
  ];
  for (const message of good) {
    it(`know ${message.type}`, () => assert.deepEqual(frameMessageSchema.parse(message), message));
  }

  const bad: [string, unknown][] = [
    ["another version", { ...outcome, v: 2 }],
    ["an unknown type", { ...outcome, type: "paid" }],
    ["an outcome that is none", { ...outcome, status: "pending" }],
    ["a field that is not agreed", { ...outcome, amount: 1 }],
    ["a missing number", { ...outcome, seq: undefined }],
    ["a missing document", { ...outcome, page: undefined }],
    ["text", "outcome"],
  ];
  for (const [what, message] of bad) {
    it(`refuse ${what}`, () => assert.equal(frameMessageSchema.safeParse(message).success, false));
  }

  it("are answered by version and type alone", () => {
    for (const type of ["hello", "ack", "leave"]) {
      assert.ok(parentMessageSchema.safeParse({ v: 1, type, from: "later versions" }).success);
    }
    assert.ok(!parentMessageSchema.safeParse({ v: 2, type: "ack" }).success);
    assert.ok(!parentMessageSchema.safeParse({ v: 1, type: "pay" }).success);
  });

  // Merchants depend on it. `npm run sdk:build` writes a changed schema to sdk/embed/dist.
  it("are described by the JSON Schema beside them", () => {
    const file = readFileSync("lib/payments/checkout/frame-messages.schema.json", "utf8");
    assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(frameJsonSchema())));
  });
});
