import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type PaymentReport, PROOFS, type Proof } from "#lib/banks/connector.ts";
import { attemptRow, transactionRow } from "#lib/testing/rows.ts";
import { proofOf } from "./report.ts";

const ORDER = { amount: 1250, currency: "EUR", payeeIban: "NL91ABNA0417164300" };
const transaction = transactionRow();
const attempt = attemptRow({ status: "awaiting_payer", bankPaymentId: "p-1" });
const END_TO_END_ID = attempt.endToEndId;

/** The bank's setting decides; `undefined` is a bank without one, or one that is no longer configured. */
const judge = (proof: Proof | undefined, order: PaymentReport["order"], own = attempt) =>
  proofOf(
    { banks: { connectorFor: () => ({ proof }) as never } as never },
    {
      transaction,
      attempt: own,
      report: { state: "succeeded", bankStatus: "ACSC", ...(order && { order }) },
    },
  );

const anyProof = fc.constantFrom(...PROOFS, undefined);
const anyOrder = fc.record({
  endToEndId: fc.constantFrom(END_TO_END_ID, undefined, "OTHER"),
  amount: fc.constantFrom(1250, 1251, 0),
  currency: fc.constantFrom("EUR", "SEK"),
  payeeIban: fc.constantFrom(ORDER.payeeIban, "DE89370400440532013000"),
});

describe("the proof of a payment", () => {
  it("is the order with its end-to-end id, or without one where the bank's setting says so", () => {
    fc.assert(
      fc.property(anyProof, fc.option(anyOrder, { nil: undefined }), (proof, order) => {
        const isSame =
          order?.amount === 1250 && order.currency === "EUR" && order.payeeIban === ORDER.payeeIban;
        const isNamed =
          order?.endToEndId === END_TO_END_ID ||
          (order?.endToEndId === undefined && proof === "no-end-to-end-id");
        const isProven = isSame && isNamed && proof !== "funds-only";
        assert.equal(judge(proof, order) === "order", isProven);
      }),
      { numRuns: 1_000 },
    );
  });

  it("says whether the bank shows another order, or none", () => {
    const { payeeIban } = ORDER;
    const own = { ...ORDER, endToEndId: END_TO_END_ID };
    assert.equal(judge("order", own), "order");
    assert.equal(judge("order", ORDER), "order_not_shown");
    assert.equal(judge("order", undefined), "order_not_shown");
    assert.equal(judge("no-end-to-end-id", undefined), "order_not_shown");
    assert.equal(judge("no-end-to-end-id", { ...own, amount: 1251 }), "order_mismatch");
    assert.equal(judge("no-end-to-end-id", { ...own, endToEndId: "OTHER" }), "order_mismatch");
    assert.equal(judge("order", { amount: 1250, currency: "SEK", payeeIban }), "order_mismatch");
  });

  it("is never the bank's word alone where only money counts", () => {
    assert.equal(judge("funds-only", { ...ORDER, endToEndId: END_TO_END_ID }), "no_funds");
    assert.equal(judge("funds-only", ORDER), "no_funds");
    assert.equal(judge("funds-only", undefined), "no_funds");
    assert.equal(judge("funds-only", { ...ORDER, amount: 1 }), "order_mismatch");
  });

  it("needs the bank's id for our own order if the end-to-end id is missing", () => {
    const unknown = { ...attempt, bankPaymentId: null };
    assert.equal(judge("no-end-to-end-id", ORDER, unknown), "order_not_shown");
  });
});
