import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import { FAILURE_REASONS } from "#lib/payments/model/status.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { bankWait, checkoutState, nextChangeAt, payerProgress } from "./state.ts";

const transaction = (values: Partial<WholeTransaction>) =>
  ({ status: "pending", payerStep: null, transferShownAt: null, ...values }) as WholeTransaction;
const NOW = new Date("2026-01-15T12:00:00Z");
const attempt = (status: Attempt["status"]) => ({ status }) as Attempt;

describe("checkout state", () => {
  it("follows the payer's phone", () => {
    assert.equal(checkoutState(transaction({}), undefined, NOW), "ready");
    assert.equal(checkoutState(transaction({ payerStep: "opened" }), undefined, NOW), "opened");
    assert.equal(checkoutState(transaction({}), attempt("awaiting_payer"), NOW), "opened");
    assert.equal(
      payerProgress(transaction({ payerStep: "choosing" }), attempt("awaiting_payer")),
      "at_bank",
    );
  });

  it("shows a decline until the payer continues", () => {
    assert.equal(checkoutState(transaction({}), attempt("failed"), NOW), "declined");
    assert.equal(
      checkoutState(transaction({ payerStep: "choosing" }), attempt("failed"), NOW),
      "opened",
    );
  });

  it("is over for a payment that only waits for a reported transfer", () => {
    const at = (ms: number) => new Date(NOW.getTime() + ms);
    const shown = { endReason: null, transferShownAt: at(-900_000) };
    const stateOf = (expiresAt: Date, more: Partial<WholeTransaction> = {}) =>
      checkoutState(transaction({ ...shown, expiresAt, ...more }), undefined, NOW);
    assert.equal(stateOf(at(1)), "ready");
    assert.equal(stateOf(at(0)), "expired");
    assert.equal(stateOf(at(-599_999)), "expired");
    assert.equal(stateOf(at(-600_000)), "ready");
    assert.equal(stateOf(at(0), { endReason: "expired" }), "ready");
    assert.equal(stateOf(at(0), { transferShownAt: null }), "ready");
  });

  it("has a screen for every outcome", () => {
    assert.equal(
      checkoutState(transaction({ status: "processing" }), undefined, NOW),
      "processing",
    );
    assert.equal(checkoutState(transaction({ status: "succeeded" }), undefined, NOW), "succeeded");
    const failed = FAILURE_REASONS.map((failureReason) =>
      checkoutState(transaction({ status: "failed", failureReason }), attempt("failed"), NOW),
    );
    assert.deepEqual(failed, ["cancelled", "failed", "expired", "superseded", "failed", "failed"]);
  });
});

describe("the next change by time", () => {
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  const changesAt = (values: Partial<WholeTransaction>) => {
    const next = nextChangeAt(transaction({ endReason: null, ...values }), undefined, NOW);
    return next && next.getTime() - NOW.getTime();
  };

  it("is the end of the time to pay, then of the time to report a transfer", () => {
    assert.equal(changesAt({ expiresAt: at(1) }), 1);
    assert.equal(changesAt({ expiresAt: at(-1) }), -1);
    const transferShownAt = at(-900_000);
    assert.equal(changesAt({ expiresAt: at(1), transferShownAt }), 1);
    assert.equal(changesAt({ expiresAt: at(-1), transferShownAt }), 599_999);
    assert.equal(changesAt({ expiresAt: at(-600_000), transferShownAt }), -600_000);
  });

  it("is when the wait for a bank becomes long", () => {
    for (const updatedAt of [at(0), at(-59_999), at(-60_000)]) {
      const processing = transaction({ status: "processing", updatedAt });
      const next = nextChangeAt(processing, undefined, NOW);
      assert.ok(next && next > NOW);
      assert.equal(bankWait(processing, undefined, next)?.isLong, true);
      const before = new Date(next.getTime() - 1);
      assert.equal(bankWait(processing, undefined, before)?.isLong, false);
    }
    assert.equal(changesAt({ status: "processing", updatedAt: at(-60_001) }), undefined);
  });

  it("never comes after the outcome", () => {
    for (const status of ["succeeded", "failed"] as const) {
      assert.equal(changesAt({ status, expiresAt: at(1), updatedAt: NOW }), undefined);
    }
  });
});

describe("wait for a bank", () => {
  const begun = new Date("2026-11-21T12:00:00Z");
  const after = (seconds: number) => new Date(begun.getTime() + seconds * 1000);
  const processing = transaction({ status: "processing", updatedAt: begun });
  const asked = (values: Partial<Attempt>) =>
    ({
      status: "processing",
      pollCount: 0,
      nextPollAt: null,
      updatedAt: begun,
      ...values,
    }) as Attempt;

  it("is long after one minute", () => {
    assert.equal(bankWait(processing, undefined, after(60))?.isLong, false);
    assert.deepEqual(bankWait(processing, undefined, after(61)), {
      isLong: true,
      askedAt: null,
      approval: "given",
    });
  });

  it("says what the bank last said of the approval, only while it may still execute the payment", () => {
    const approvalOf = (values: Partial<Attempt>) =>
      bankWait(processing, asked(values), after(1))?.approval;
    assert.equal(approvalOf({ approval: "missing" }), "missing");
    assert.equal(approvalOf({ approval: "unknown" }), "unknown");
    assert.equal(approvalOf({ approval: null }), "given");
    assert.equal(approvalOf({ status: "failed", approval: "missing" }), "given");
  });

  it("contains the time of the last request to the bank", () => {
    const never = asked({ nextPollAt: after(5) });
    assert.equal(bankWait(processing, never, after(3))?.askedAt, begun.toISOString());
    // A pause of 40 seconds follows the third request.
    const thrice = asked({ pollCount: 3, nextPollAt: after(75) });
    assert.equal(bankWait(processing, thrice, after(50))?.askedAt, after(35).toISOString());
    const underWay = asked({ pollCount: 1, nextPollAt: after(90) });
    assert.equal(bankWait(processing, underWay, after(20))?.askedAt, after(20).toISOString());
  });

  it("is absent before the payer's approval and after the bank's final status", () => {
    assert.equal(bankWait(transaction({}), undefined, after(90)), null);
    assert.equal(bankWait(transaction({ status: "succeeded" }), undefined, after(90)), null);
    assert.equal(bankWait(processing, asked({ status: "succeeded" }), after(90))?.askedAt, null);
  });
});
