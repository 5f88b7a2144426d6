import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { isWorthWaiting } from "./screen.ts";

const view = (parts: object) =>
  ({ state: "processing", transfer: null, bankWait: null, ...parts }) as CheckoutView;

describe("a shopper who wants to leave", () => {
  it("is asked to stay while the bank confirms, for the usual duration", () => {
    assert.ok(isWorthWaiting(view({})));
    assert.ok(
      isWorthWaiting(view({ bankWait: { isLong: false, askedAt: null, approval: "given" } })),
    );
    assert.ok(
      !isWorthWaiting(view({ bankWait: { isLong: true, askedAt: null, approval: "given" } })),
    );
  });

  it("is not held before, after, or during a transfer, which takes days", () => {
    for (const state of ["ready", "opened", "declined", "succeeded", "failed"]) {
      assert.ok(!isWorthWaiting(view({ state })));
    }
    assert.ok(!isWorthWaiting(view({ transfer: {} })));
  });
});
