import type { RefundProblem } from "#lib/payments/model/refund.ts";
import type { refundFiles, refundLimits, refunds } from "#lib/payments/model/refunds.schema.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { formatAmount } from "#lib/platform/values/money.ts";

/** `amount` in minor units of `currency`. */
export type Refund = typeof refunds.$inferSelect;

export type RefundFile = typeof refundFiles.$inferSelect;

/** In euro cents; `null` for none. */
export type RefundLimits = Omit<typeof refundLimits.$inferSelect, "accountId">;

export type RefundOwner = { accountId: string; mode: Mode };

/** Of endpoints that subscribe. In the same database transaction. */
export type RecordRefund = (
  tx: Database,
  event: "succeeded" | "failed" | "returned" | "awaiting_account",
  refund: Refund,
) => Promise<void>;

export type RefundDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  lifecycle: Pick<Lifecycle, "lock" | "find">;
  recordRefund: RecordRefund;
};

/** `amount` in minor units; without it, all that is left. `transferId`: money that paid nothing. */
export type RefundInput = {
  transactionId: string;
  amount?: number | undefined;
  reason?: string | undefined;
  externalId?: string | undefined;
  transferId?: string | undefined;
};

export type RefundRequest = {
  accountId: string;
  /** Of the API key. Members see both modes. */
  mode?: RefundOwner["mode"] | undefined;
  input: RefundInput;
  actor: Actor;
  idempotencyKey?: string | undefined;
};

/** What banks pass on with the money. At most 35 characters (ISO 20022). */
export function refundEndToEndId(id: string): string {
  return `RR${id.slice("rfnd_".length).toUpperCase()}`;
}

/** In what a bank passed on. Banks change the case of letters, and break lines anywhere. */
export function findRefundId(text: string): string | undefined {
  const [, rest] = /RR([0-7][0-9A-HJKMNP-TV-Z]{25})/i.exec(text.replace(/\s/g, "")) ?? [];
  return rest === undefined ? undefined : `rfnd_${rest.toLowerCase()}`;
}

/** Of the merchant's account `iban`, booked by its bank. `amount` in minor units of `currency`. */
export type SeenRefund = {
  id: string;
  kind: "sent" | "returned";
  iban: string;
  amount: number;
  currency: string;
};

/** `left`: what can be refunded; 0 with a `problem`. */
export type RefundsOfPayment = {
  refunds: Refund[];
  left: number;
  problem: RefundProblem | undefined;
};

export type PublicRefund = ReturnType<typeof toPublicRefund>;

/** Times are ISO 8601 in UTC. */
export function toPublicRefund(refund: Refund) {
  return {
    id: refund.id,
    accountId: refund.accountId,
    mode: refund.mode,
    transactionId: refund.transactionId,
    transferId: refund.transferId,
    externalId: refund.externalId,
    amount: refund.amount,
    currency: refund.currency,
    displayAmount: formatAmount(refund.amount, refund.currency),
    reason: refund.reason,
    road: "own_account" as const,
    status: refund.status,
    failureReason: refund.failureReason,
    payeeAccount: payeeAccountOf(refund),
    endToEndId: refundEndToEndId(refund.id),
    createdBy: refund.createdBy,
    createdAt: refund.createdAt.toISOString(),
    finishedAt: refund.finishedAt?.toISOString() ?? null,
    returnedAt: refund.returnedAt?.toISOString() ?? null,
  };
}

export const PAYEE_ACCOUNTS = ["known", "asked", "unknown"] as const;

/** `known` also once it is deleted. */
function payeeAccountOf(refund: Refund): (typeof PAYEE_ACCOUNTS)[number] {
  const { status, sealedAccount, askedAt } = refund;
  const isSent = status === "processing" || status === "succeeded" || status === "failed";
  if (sealedAccount !== null || isSent) return "known";
  return askedAt === null ? "unknown" : "asked";
}
