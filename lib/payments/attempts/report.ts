import type { PaymentReport, Proof } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptDeps } from "./bank.ts";

type Deps = Pick<AttemptDeps, "banks">;

/** What a bank says about an attempt of this transaction. */
export type Reported = { transaction: Transaction; attempt: Attempt; report: PaymentReport };

/**
 * Without a list of approvals, a status that has not changed since the order is no approval while the payer has not come back:
 * then the payment is cancelled at the bank in time, which decides.
 */
export function asSeen(attempt: Attempt, report: PaymentReport): PaymentReport {
  const isUnchanged =
    report.state === "processing" &&
    report.isApprovalKnown === false &&
    attempt.status === "awaiting_payer" &&
    attempt.stateUsedAt === null &&
    attempt.bankStatus === report.bankStatus;
  return isUnchanged ? { ...report, state: "open" } : report;
}

/** `no_funds`: as ordered, but this bank's word is not enough. */
export function proofOf(
  { banks }: Deps,
  reported: Reported,
): "order" | "no_funds" | "order_mismatch" | "order_not_shown" {
  const { attempt, report } = reported;
  const proof = banks.connectorFor(attempt.bankId, attempt.mode)?.proof ?? "order";
  if (proof === "funds-only" && report.order === undefined) return "no_funds";
  const shown = compareOrder(reported, proof);
  return proof === "funds-only" && shown === "order" ? "no_funds" : shown;
}

/** A bank that does not repeat the order proves nothing about it. */
function compareOrder({ transaction, attempt, report: { order } }: Reported, proof: Proof) {
  if (order === undefined) return "order_not_shown";
  const isSame = [attempt, transaction].every(
    (ours) =>
      order.amount === ours.amount &&
      order.currency === ours.currency &&
      order.payeeIban === ours.payeeIban,
  );
  if (!isSame) return "order_mismatch";
  if (order.endToEndId === attempt.endToEndId) return "order";
  if (order.endToEndId !== undefined) return "order_mismatch";
  // Without it, only the bank's id for our own order names the payment.
  const isNamed = proof !== "order" && attempt.bankPaymentId !== null;
  return isNamed ? "order" : "order_not_shown";
}

// A `processing` read may be older than the final status.
export function contradicts({ status }: Attempt, { state }: PaymentReport): boolean {
  return status === "succeeded"
    ? state === "declined" || state === "cancelled"
    : state === "succeeded" || state === "processing";
}

/** As reported before the attempt was ended without the bank. */
export function isKnown(deps: Deps, reported: Reported): boolean {
  const { attempt, report } = reported;
  if (attempt.settledNote === null || report.bankStatus !== attempt.bankStatus) return false;
  return report.state !== "succeeded" || proofOf(deps, reported) !== "order";
}
