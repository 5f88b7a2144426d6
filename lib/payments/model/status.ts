/** `pending`: payable until it expires. `processing`: approved, or the bank's status is unknown; never expires. */
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
export const END_REASONS = [
  "cancelled",
  "expired",
  "superseded",
  "verification_failed",
] as const satisfies FailureReason[];
export type EndReason = (typeof END_REASONS)[number];

export const OUTCOMES = ["succeeded", "failed"] as const satisfies TransactionStatus[];
export type Outcome = (typeof OUTCOMES)[number];

export const UNFINISHED = ["pending", "processing"] as const satisfies Exclude<
  TransactionStatus,
  Outcome
>[];

/** `web`: anyone with the reference may pay. `direct`: only a session opened with a checkout token. */
export const FLOWS = ["web", "direct"] as const;
export type Flow = (typeof FLOWS)[number];

export const PAYER_STEPS = ["opened", "choosing"] as const;
export type PayerStep = (typeof PAYER_STEPS)[number];

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
