import type { RefundProblem } from "#lib/payments/model/refund.ts";
import type {
  refundFiles,
  refundFindings,
  refundLimits,
  refunds,
} from "#lib/payments/model/refunds.schema.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import {
  createCreditorReference,
  parseCreditorReference,
} from "#lib/platform/values/creditor-reference.ts";
import { formatAmount } from "#lib/platform/values/money.ts";
import type { PayerAccount } from "./account.ts";

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
  logger: Pick<Logger, "error">;
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

const REFERENCE_LENGTH = 11;

/**
 * ISO 11649, such as `RF34 R7B0 M2C9 Z1QX`: for the bank's field of a reference, and to type. Derived from the id's random part; its
 * letter keeps it apart from those of payments.
 */
export function refundReference(id: string): string {
  return createCreditorReference(`R${id.slice(-REFERENCE_LENGTH).toUpperCase()}`);
}

/** What the id of a refund with this reference ends with. */
export function idEndOf(reference: string): string {
  return reference.slice(-REFERENCE_LENGTH).toLowerCase();
}

// Crockford's base32, as ids are written. References may be filled with zeros.
const ID = /RR([0-7][0-9A-HJKMNP-TV-Z]{25})/g;
const REFERENCE = /RF(\d{2})0{0,9}(R[0-9A-HJKMNP-TV-Z]{11})/g;

/**
 * Id or reference of the one refund that a bank's texts name; `undefined` also if they name several. Banks change the case of
 * letters, and break lines anywhere.
 */
export function findRefundMark(texts: readonly string[]): string | undefined {
  const text = texts.map((each) => each.replace(/\s/g, "").toUpperCase()).join("|");
  const ids = [...text.matchAll(ID)].map(([, end = ""]) => `rfnd_${end.toLowerCase()}`);
  const references = [...text.matchAll(REFERENCE)]
    .map(([, check, end]) => `RF${check}${end}`)
    .filter((each) => parseCreditorReference(each) !== undefined);
  const [reference, ...others] = new Set([...ids.map(refundReference), ...references]);
  return others.length === 0 ? (ids[0] ?? reference) : undefined;
}

/**
 * Of the merchant's account `iban`, booked by its bank. `mark`: see {@link findRefundMark}. `amount` in minor units of
 * `currency`.
 */
export type SeenRefund = {
  mark: string;
  kind: "sent" | "returned";
  iban: string;
  amount: number;
  currency: string;
};

export type RefundFinding = typeof refundFindings.$inferSelect;

/** With the refund, and what the merchant calls its payment. */
export type ListedFinding = RefundFinding & {
  refund: Pick<Refund, "amount" | "currency" | "status" | "transactionId">;
  externalId: string | null;
};

/** For a member who sends it. `code`: EPC069-12, `null` if it can't hold this order. */
export type RefundOrder = {
  account: PayerAccount;
  reference: string;
  endToEndId: string;
  code: string | null;
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
    reference: refundReference(refund.id),
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
