import type { RefundProblem } from "#lib/payments/model/refund.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

const SENTENCES = {
  not_succeeded: "Only a transaction that succeeded can be refunded.",
  not_received: "The money of this transaction has not been seen on your account.",
  funds_returned: "The money of this transaction went back.",
  transfer_not_refundable:
    "This bank transfer is not one of the transaction that came with a wrong amount, too late or after it was paid.",
  external_id_in_use: "This externalId belongs to another refund.",
  status: "The refund's status does not allow this.",
} as const satisfies Record<RefundProblem, string>;

export function notPossible(reason: RefundProblem): AppError {
  return new AppError("refund_not_possible", { reason, detail: SENTENCES[reason] });
}
