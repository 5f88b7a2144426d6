/**
 * `pending`: payable until it expires. `processing`: the bank has the payer's approval, or its word is not known;
 * never ends by the clock. `succeeded`, `failed`: the outcome, final, reached once.
 */
export const TRANSACTION_STATUSES = ["pending", "processing", "succeeded", "failed"] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Why a transaction ended unpaid. */
export const FAILURE_REASONS = [
  "cancelled",
  "declined",
  "expired",
  "superseded",
  "verification_failed",
  "bank_unavailable",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why someone other than a bank ends a transaction. */
export type EndReason = Extract<
  FailureReason,
  "cancelled" | "expired" | "superseded" | "verification_failed"
>;

/** Every change of status there is. A database trigger holds the same table. */
const TRANSITIONS = {
  pending: ["processing", "failed"],
  processing: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
} as const satisfies Record<TransactionStatus, readonly TransactionStatus[]>;

/** Tells whether a transaction in `from` may go to `to` in one step. */
export function canMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return (TRANSITIONS[from] as readonly TransactionStatus[]).includes(to);
}

/** The statuses from which `to` can be reached in one step. */
export function sourcesOf(to: TransactionStatus): TransactionStatus[] {
  return TRANSACTION_STATUSES.filter((from) => canMove(from, to));
}

/** Tells whether `status` is an outcome. */
export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status].length === 0;
}
