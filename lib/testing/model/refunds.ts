import type { SeenFunds } from "#lib/payments/model/funds.ts";
import type { RefundFailure, RefundStatus } from "#lib/payments/model/refund.ts";
import type { TransactionStatus } from "#lib/payments/model/status.ts";
import type { TransferStatus } from "#lib/payments/transfers/transfer.ts";

/** `hasPayer`: the bank named the account that it came from. */
export type ModelCredit = { id: string; amount: number; status: TransferStatus; hasPayer: boolean };

export type ModelRefund = {
  id: string;
  transferId: string | null;
  amount: number;
  status: RefundStatus;
  failureReason: RefundFailure | null;
  isInFile: boolean;
  isReturned: boolean;
  externalId: string | undefined;
};

/** One payment. Rules of refunds only, and independent of the product's tables. */
export type RefundModel = {
  status: TransactionStatus;
  funds: SeenFunds | null;
  credits: ModelCredit[];
  refunds: ModelRefund[];
  /** By Idempotency-Key. */
  keys: Map<string, { request: string; refundId: string }>;
  /** Type and refund of each event. */
  events: string[];
};

export type Creation = {
  amount: number | undefined;
  transferId: string | undefined;
  externalId: string | undefined;
  key: string | undefined;
};

/** A refund that there is, a new one, or the reason of a refusal. */
export type Expected =
  | { known: string }
  | { amount: number; status: "awaiting_account" | "ready" }
  | { refusal: string };

const REFUNDABLE: TransferStatus[] = ["wrong_amount", "too_late", "already_paid"];

export const isCounted = ({ status }: ModelRefund) => status !== "failed" && status !== "cancelled";

export function sumOf({ refunds }: RefundModel, transferId: string | null): number {
  const own = refunds.filter((refund) => refund.transferId === transferId && isCounted(refund));
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

export function receivedBy({ credits }: RefundModel, transferId: string | null): number {
  const own = credits.filter(({ id, status }) =>
    transferId === null ? status === "paid" : id === transferId && REFUNDABLE.includes(status),
  );
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

export function expectCreation(model: RefundModel, creation: Creation): Expected {
  const { amount, transferId } = creation;
  const known = recall(model, creation);
  if (known) return known;
  const problem = transferId === undefined ? problemOf(model) : problemOfCredit(model, transferId);
  if (problem) return { refusal: problem };
  const place = transferId ?? null;
  const left = receivedBy(model, place) - sumOf(model, place);
  const wanted = amount ?? left;
  if (wanted < 1 || wanted > left) return { refusal: "refund_exceeds_payment" };
  const source = model.credits.find(({ id, status }) =>
    transferId === undefined ? status === "paid" : id === transferId,
  );
  return { amount: wanted, status: source?.hasPayer ? "ready" : "awaiting_account" };
}

function recall({ keys, refunds }: RefundModel, creation: Creation): Expected | undefined {
  const { amount, transferId, externalId, key } = creation;
  const kept = key === undefined ? undefined : keys.get(key);
  if (kept) {
    const isSame = kept.request === requestOf(creation);
    return isSame ? { known: kept.refundId } : { refusal: "idempotency_key_reused" };
  }
  const named = externalId && refunds.find((refund) => refund.externalId === externalId);
  if (!named) return undefined;
  const isSame =
    named.transferId === (transferId ?? null) && named.amount === (amount ?? named.amount);
  return isSame ? { known: named.id } : { refusal: "external_id_in_use" };
}

function problemOf({ status, funds }: RefundModel): string | undefined {
  if (status !== "succeeded") return "not_succeeded";
  return funds === "returned" ? "funds_returned" : undefined;
}

function problemOfCredit({ credits }: RefundModel, transferId: string): string | undefined {
  const credit = credits.find(({ id }) => id === transferId);
  const isRefundable = credit && REFUNDABLE.includes(credit.status);
  return isRefundable ? undefined : "transfer_not_refundable";
}

export const requestOf = ({ amount, transferId, externalId }: Creation) =>
  JSON.stringify([amount, transferId, externalId]);

const MOVES = {
  enter: { from: ["awaiting_account"], to: "ready", reason: null },
  send: { from: ["ready"], to: "processing", reason: null },
  succeed: { from: ["processing"], to: "succeeded", reason: null },
  refuse: { from: ["processing"], to: "failed", reason: "refused" },
  bounce: { from: ["processing"], to: "failed", reason: "returned" },
  release: { from: ["processing"], to: "ready", reason: null },
  cancel: { from: ["awaiting_account", "ready"], to: "cancelled", reason: null },
} as const satisfies Record<
  string,
  { from: RefundStatus[]; to: RefundStatus; reason: RefundFailure | null }
>;

export type ModelMove = keyof typeof MOVES;
export const MODEL_MOVES = Object.keys(MOVES) as [ModelMove, ...ModelMove[]];

/** Changes the refund. Resolves to whether it is allowed. */
export function move(model: RefundModel, refund: ModelRefund, name: ModelMove): boolean {
  const { from, to, reason } = MOVES[name];
  const isElsewhere = name === "send" && refund.isInFile;
  if (refund.status === to && refund.failureReason === reason) return !isElsewhere;
  if (!from.some((status) => status === refund.status)) return false;
  refund.status = to;
  refund.failureReason = reason;
  if (to === "ready") refund.isInFile = false;
  if (to === "succeeded" || to === "failed") model.events.push(`refund.${to} ${refund.id}`);
  const isLost = model.funds === "returned" && refund.transferId === null;
  if (name === "release" && isLost) refund.status = "cancelled";
  return true;
}

/** After the end. Resolves to whether it is allowed. */
export function comeBack(model: RefundModel, refund: ModelRefund): boolean {
  if (refund.status !== "succeeded") return false;
  if (!refund.isReturned) model.events.push(`refund.returned ${refund.id}`);
  refund.isReturned = true;
  return true;
}

/** A statement changes only what it can. */
export function seeDebit(model: RefundModel, refund: ModelRefund): void {
  if (refund.status === "ready") move(model, refund, "send");
  move(model, refund, "succeed");
}

export function seeReturn(model: RefundModel, refund: ModelRefund): void {
  if (!move(model, refund, "bounce")) comeBack(model, refund);
}

/** Resolves to whether any was ready. */
export function putInFile({ refunds }: RefundModel): boolean {
  const ready = refunds.filter(({ status }) => status === "ready");
  for (const refund of ready) Object.assign(refund, { status: "processing", isInFile: true });
  return ready.length > 0;
}

/** Resolves to whether it is allowed. */
export function returnFunds(model: RefundModel): boolean {
  if (model.funds === null) return false;
  model.funds = "returned";
  for (const refund of model.refunds) {
    if (refund.transferId === null) move(model, refund, "cancel");
  }
  return true;
}
