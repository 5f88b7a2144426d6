/**
 * `awaiting_account`: the payer's account is unknown. `ready`: to be sent. `processing`: given to the merchant's bank. A refund that
 * came back later stays `succeeded`.
 */
export const REFUND_STATUSES = [
  "awaiting_account",
  "ready",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `returned`: the payer's bank sent it back. `refused`: the merchant's bank did not execute it. */
export const REFUND_FAILURES = ["returned", "refused"] as const;
export type RefundFailure = (typeof REFUND_FAILURES)[number];

/** A database trigger enforces the same table. To `ready` from `processing`: it was not sent after all. */
const TRANSITIONS = {
  awaiting_account: ["ready", "cancelled"],
  ready: ["processing", "cancelled"],
  processing: ["ready", "succeeded", "failed"],
  succeeded: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return (TRANSITIONS[from] as readonly RefundStatus[]).includes(to);
}

export function refundSourcesOf(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => canMoveRefund(from, to));
}

/** Their money stays with the merchant. All others count against what was received. */
export const UNSENT_REFUNDS = ["failed", "cancelled"] as const satisfies RefundStatus[];

/** Where a refund may begin. */
export const FIRST_REFUND_STATUSES = [
  "awaiting_account",
  "ready",
] as const satisfies RefundStatus[];

/** Money that paid nothing, and may be refunded by itself. */
export const REFUNDABLE_TRANSFERS = ["wrong_amount", "too_late", "already_paid"] as const;

/** Why a refund, or a change of one, is not possible. */
export const REFUND_PROBLEMS = [
  "not_succeeded",
  "not_received",
  "funds_returned",
  "transfer_not_refundable",
  "external_id_in_use",
  "status",
] as const;
export type RefundProblem = (typeof REFUND_PROBLEMS)[number];

/** All zero until the first refund. */
export type StoredRefunds = { refundedAmount: number | null; refundCount: number | null };

/**
 * What a bank reported of a refund and a member has to look at. `other_amount`, `other_account`: a debit with its reference.
 * `not_expected`: a debit of a refund that was not sent. `refused`: the merchant's bank refused it after its debit.
 */
export const REFUND_FINDINGS = [
  "returned",
  "other_amount",
  "other_account",
  "not_expected",
  "refused",
] as const;
export type RefundFindingKind = (typeof REFUND_FINDINGS)[number];
