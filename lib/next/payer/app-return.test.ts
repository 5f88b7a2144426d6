import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { appReturnOf } from "./app-return.ts";

const view = {
  transactionId: "txn_1",
  externalId: "cart 7",
  failureReason: null,
  isInQuestion: false,
} as const;
const told = (url: string | undefined) => Object.fromEntries(new URL(url ?? "none:").searchParams);

describe("the app's return address", () => {
  const cases = [
    ["succeeded", null, "succeeded"],
    ["processing", null, "processing"],
    ["failed", "declined", "failed"],
    ["failed", "expired", "failed"],
    ["failed", "verification_failed", "failed"],
    ["failed", "cancelled", "cancelled"],
  ] as const;
  for (const [status, failureReason, expected] of cases) {
    it(`says ${expected} for ${status} ${failureReason ?? ""}`, () => {
      const url = appReturnOf({ ...view, status, failureReason }, "myapp://done");
      assert.match(url ?? "", /^myapp:\/\/done\?/);
      assert.deepEqual(told(url), {
        status: expected,
        transactionId: "txn_1",
        externalId: "cart 7",
      });
    });
  }

  it("is none while the payment can be made, and none for an app that gave none", () => {
    assert.equal(appReturnOf({ ...view, status: "pending" }, "myapp://"), undefined);
    assert.equal(appReturnOf({ ...view, status: "succeeded" }, null), undefined);
  });

  it("is open while the bank's answers contradict each other", () => {
    const url = appReturnOf({ ...view, status: "pending", isInQuestion: true }, "myapp://");
    assert.equal(told(url)["status"], "processing");
  });

  it("leaves out an externalId there is none of", () => {
    const url = appReturnOf({ ...view, externalId: null, status: "succeeded" }, "myapp://");
    assert.deepEqual(told(url), { status: "succeeded", transactionId: "txn_1" });
  });
});
