import type { StoredRefunds } from "#lib/payments/model/refund.ts";
import { refundTotals } from "#lib/payments/model/refunds.schema.ts";

/** A trigger writes the row with the first refund. */
export const refundColumns = {
  refundedAmount: refundTotals.amount,
  refundCount: refundTotals.count,
};

export const NO_REFUNDS: StoredRefunds = { refundedAmount: null, refundCount: null };
