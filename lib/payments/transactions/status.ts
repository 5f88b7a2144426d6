/**
 * `pending`: payable until it expires. `processing`: approved, or the bank's status is unknown; never expires. `succeeded`,
 * `failed`: final.
 */
export const TRANSACTION_STATUSES = ["pending", "processing", "succeeded", "failed"] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const FAILURE_REASONS = [
  "cancelled",
  "declined",
  "expired",
  "superseded",
  "verification_failed",
  "bank_unavailable",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Reasons other than a bank's. */
export type EndReason = Extract<
  FailureReason,
  "cancelled" | "expired" | "superseded" | "verification_failed"
>;

/** A database trigger enforces the same table. */
const TRANSITIONS = {
  pending: ["processing", "failed"],
  processing: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
} as const satisfies Record<TransactionStatus, readonly TransactionStatus[]>;

export function canMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return (TRANSITIONS[from] as readonly TransactionStatus[]).includes(to);
}

export function sourcesOf(to: TransactionStatus): TransactionStatus[] {
  return TRANSACTION_STATUSES.filter((from) => canMove(from, to));
}

export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status].length === 0;
}
