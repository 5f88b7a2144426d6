import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import type { TransactionStatus } from "#lib/payments/model/status.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { summaryOf } from "./payment-summary.ts";

const text = createMerchantText();
const { now } = text.messages.payments.payment;

const historyOf = (status: TransactionStatus) => {
  const expiresAt = new Date("2026-01-15T12:30:00Z");
  const transaction = {
    status,
    expiresAt,
    payerStep: null,
    endReason: null,
    transferReportedAt: null,
  };
  const history = { transaction, attempts: [], sessions: [], bankNames: {} };
  // Only these parts are read; a whole history needs a database.
  return history as unknown as PaymentHistory;
};

describe("the summary of a payment", () => {
  it("states that nothing was paid, if no bank reports otherwise", () => {
    assert.equal(summaryOf(historyOf("failed"), text, false).message, now.failed);
    assert.match(
      summaryOf(historyOf("pending"), text, false).message,
      /can be paid until \{when\}/,
    );
  });

  it("states neither payable nor unpaid while a bank contradicts itself", () => {
    assert.equal(summaryOf(historyOf("failed"), text, true).message, now.inQuestion.failed);
    assert.equal(summaryOf(historyOf("pending"), text, true).message, now.inQuestion.pending);
  });

  it("states the bank's status once there is one", () => {
    assert.equal(summaryOf(historyOf("succeeded"), text, true).message, now.succeeded);
    assert.equal(summaryOf(historyOf("processing"), text, true).message, now.processing);
  });
});
