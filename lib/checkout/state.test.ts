import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Authorisation } from "#lib/authorisations/authorisation.ts";
import { FAILURE_REASONS } from "#lib/transactions/status.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { checkoutState, payerProgress } from "./state.ts";

const transaction = (values: Partial<Transaction>) =>
  ({ status: "pending", payerStep: null, ...values }) as Transaction;
const authorisation = (status: Authorisation["status"]) => ({ status }) as Authorisation;

describe("checkout state", () => {
  it("follows the payer's phone", () => {
    assert.equal(checkoutState(transaction({}), undefined), "ready");
    assert.equal(checkoutState(transaction({ payerStep: "opened" }), undefined), "opened");
    assert.equal(checkoutState(transaction({}), authorisation("awaiting_payer")), "opened");
    assert.equal(
      payerProgress(transaction({ payerStep: "reviewing" }), authorisation("awaiting_payer")),
      "at_bank",
    );
  });

  it("shows a decline until the payer goes on", () => {
    assert.equal(checkoutState(transaction({}), authorisation("failed")), "declined");
    assert.equal(
      checkoutState(transaction({ payerStep: "choosing" }), authorisation("failed")),
      "opened",
    );
  });

  it("has a screen for every outcome", () => {
    assert.equal(checkoutState(transaction({ status: "processing" }), undefined), "processing");
    assert.equal(checkoutState(transaction({ status: "succeeded" }), undefined), "succeeded");
    const failed = FAILURE_REASONS.map((failureReason) =>
      checkoutState(transaction({ status: "failed", failureReason }), authorisation("failed")),
    );
    assert.deepEqual(failed, ["cancelled", "failed", "expired", "superseded", "failed", "failed"]);
  });
});
