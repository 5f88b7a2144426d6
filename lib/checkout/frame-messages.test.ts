import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { frameAckSchema, frameMessageSchema } from "./frame-messages.ts";

const outcome = {
  v: 1,
  seq: 3,
  type: "outcome",
  reference: "abc",
  status: "failed",
  returnUrl: "https://shop.example/failed?externalId=A-1",
};

describe("frame messages", () => {
  const good = [
    outcome,
    { v: 1, seq: 0, type: "ready", reference: "abc" },
    { v: 1, seq: 1, type: "resize", height: 640 },
    { v: 1, seq: 2, type: "state", reference: "abc", state: "opened" },
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
    ["text", "outcome"],
  ];
  for (const [what, message] of bad) {
    it(`refuse ${what}`, () => assert.equal(frameMessageSchema.safeParse(message).success, false));
  }

  it("are acknowledged by version and type alone", () => {
    assert.ok(frameAckSchema.safeParse({ v: 1, type: "ack", from: "later versions" }).success);
    assert.ok(!frameAckSchema.safeParse({ v: 2, type: "ack" }).success);
  });
});
