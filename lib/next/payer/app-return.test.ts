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
    it(`has the status ${expected} for ${status} ${failureReason ?? ""}`, () => {
      const url = appReturnOf({ ...view, status, failureReason }, "myapp://done");
      assert.match(url ?? "", /^myapp:\/\/done\?/);
      assert.deepEqual(told(url), {
        status: expected,
        transactionId: "txn_1",
        externalId: "cart 7",
      });
    });
  }

  it("does not exist while the payment is pending, or if the app sent none", () => {
    assert.equal(appReturnOf({ ...view, status: "pending" }, "myapp://"), undefined);
    assert.equal(appReturnOf({ ...view, status: "succeeded" }, null), undefined);
  });

  it("has the status processing while the bank contradicts itself", () => {
    const url = appReturnOf({ ...view, status: "pending", isInQuestion: true }, "myapp://");
    assert.equal(told(url)["status"], "processing");
  });

  it("omits a missing externalId", () => {
    const url = appReturnOf({ ...view, externalId: null, status: "succeeded" }, "myapp://");
    assert.deepEqual(told(url), { status: "succeeded", transactionId: "txn_1" });
  });
});
