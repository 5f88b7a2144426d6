import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isReturnOf, parseOutcome } from "./outcome.ts";

const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const read = (address: string | undefined) => parseOutcome(address, "myapp");

const HOSTILE: [why: string, address: string][] = [
  ["nothing at all", ""],
  ["another scheme", `other://?status=succeeded&transactionId=${TXN}`],
  ["a scheme that only begins alike", `myapp2://?status=succeeded&transactionId=${TXN}`],
  ["a scheme that only ends alike", `notmyapp:?status=succeeded`],
  ["a web page", `https://myapp/?status=succeeded&transactionId=${TXN}`],
  ["a script", "javascript:alert(1)//myapp://?status=succeeded"],
  ["an address inside another", `https://evil.example/?next=myapp://?status=succeeded`],
  ["a leading space", ` myapp://?status=succeeded`],
  ["a tab inside the scheme", `my\tapp://?status=succeeded`],
  ["no scheme", "?status=succeeded"],
  ["no query", "myapp://succeeded"],
  ["no status", `myapp://?transactionId=${TXN}`],
  ["an empty status", "myapp://?status="],
  ["a doubled status", "myapp://?status=failed&status=succeeded"],
  ["a status doubled by its escaped name", "myapp://?status=failed&%73tatus=succeeded"],
  ["a doubled id", `myapp://?status=succeeded&transactionId=${TXN}&transactionId=txn_2`],
  ["a status in the fragment", "myapp://#?status=succeeded"],
  ["a status in the path", "myapp://status=succeeded"],
  ["a status in capitals", "myapp://?status=SUCCEEDED"],
  ["a status with a NUL", "myapp://?status=succeeded%00"],
  ["a status with more behind it", "myapp://?status=succeeded%20"],
  ["an escape that can't be decoded", "myapp://?status=succeeded&externalId=%E0%A4%A"],
  ["an id with a NUL", "myapp://?status=succeeded&transactionId=txn_%00"],
  ["an id with a path", "myapp://?status=succeeded&transactionId=..%2F..%2Fadmin"],
  ["an externalId with a line break", "myapp://?status=succeeded&externalId=a%0Ab"],
  ["an externalId with reversed writing", "myapp://?status=succeeded&externalId=%E2%80%AEabc"],
  ["an externalId that is too long", `myapp://?status=succeeded&externalId=${"a".repeat(129)}`],
  ["a huge address", `myapp://?status=succeeded&x=${"a".repeat(100_000)}`],
  ["a name of every object", "myapp://?status=constructor"],
];

describe("a returning address", () => {
  for (const status of ["succeeded", "failed", "cancelled"]) {
    it(`tells ${status}`, () => {
      const address = `myapp://?status=${status}&transactionId=${TXN}&externalId=order+7%2F1`;
      assert.deepEqual(read(address), { status, transactionId: TXN, externalId: "order 7/1" });
    });
  }

  it("tells whose payment the bank is still processing, and no outcome", () => {
    const address = `myapp://?status=processing&transactionId=${TXN}&externalId=o-1`;
    assert.deepEqual(read(address), { status: "unknown", transactionId: TXN, externalId: "o-1" });
  });

  it("may tell an externalId of 128 characters outside the basic plane", () => {
    const externalId = "\u{1F9FE}".repeat(128);
    const address = `myapp://?status=failed&externalId=${encodeURIComponent(externalId)}`;
    assert.deepEqual(read(address), { status: "failed", externalId });
  });

  for (const [why, address] of HOSTILE) {
    it(`tells nothing: ${why}`, () => assert.deepEqual(read(address), { status: "unknown" }));
  }

  it("tells nothing when the view was closed: that is not a cancellation", () => {
    assert.deepEqual(read(undefined), { status: "unknown" });
  });

  it("is known by its scheme however it is written", () => {
    const told = { status: "failed" };
    assert.deepEqual(read("myapp:?status=failed"), told);
    assert.deepEqual(read("MYAPP://pay/back?status=failed#top"), told);
    assert.deepEqual(parseOutcome("myapp://pay?step=2&status=failed", "myapp://pay"), told);
    assert.deepEqual(parseOutcome("web+shop:?status=failed", "web+shop"), told);
  });

  it("never throws, and tells only what is on the table", () => {
    const part = fc.constantFrom(
      "myapp:",
      "//",
      "?",
      "&",
      "=",
      "status",
      "succeeded",
      "%",
      "#",
      TXN,
    );
    const address = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(part, fc.string())).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(address, (text) => {
        assert.ok(["succeeded", "failed", "cancelled", "unknown"].includes(read(text).status));
      }),
    );
  });
});

describe("an address for a waiting view", () => {
  const own = { urlScheme: "myapp", transactionId: TXN };

  it("is one of the app's scheme about this transaction", () => {
    assert.ok(isReturnOf(`myapp://?status=failed&transactionId=${TXN}`, own));
    assert.ok(isReturnOf(`myapp://?status=processing&transactionId=${TXN}`, own));
    assert.ok(!isReturnOf("myapp://?status=processing&transactionId=txn_other", own));
    assert.ok(!isReturnOf("myapp://oauth/callback?code=1", own));
    assert.ok(!isReturnOf("myapp://?status=succeeded", own));
    assert.ok(!isReturnOf("myapp://?status=succeeded", { urlScheme: "myapp" }));
    assert.ok(isReturnOf(`myapp:?status=failed&transactionId=${TXN}`, { urlScheme: "myapp" }));
    assert.ok(!isReturnOf("other://?status=failed", own));
    assert.ok(!isReturnOf("myapp://?status=failed&transactionId=txn_other", own));
    assert.ok(!isReturnOf("myapp://?status=failed", {}));
  });
});
