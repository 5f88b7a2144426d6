import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { OrderLine } from "#lib/payments/model/order-context.ts";
import type {
  FailureReason,
  Flow,
  PayerStep,
  TransactionStatus,
} from "#lib/payments/model/status.ts";
import type { Road } from "#lib/payments/transactions/ways-to-pay.ts";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

export type CheckoutState =
  | "ready"
  | "opened"
  | "declined"
  | "processing"
  | "succeeded"
  | "cancelled"
  | "expired"
  | "superseded"
  | "failed";

export type PayerProgress = "waiting" | PayerStep | "at_bank";

/**
 * `isLong`: over a minute. `askedAt`: last request to the bank, ISO 8601. `approval`: as the bank last said; `missing` if the
 * payment is not approved and the bank did not cancel it.
 */
export type BankWait = {
  isLong: boolean;
  askedAt: string | null;
  approval: "given" | "missing" | "unknown";
};

/**
 * `elsewhere`: the payer approves in the bank's app, for example; `message` are the bank's own words. `no_page`: the bank has the
 * order, but gave no way to approve it.
 */
export type ApprovalWait = { kind: "elsewhere" | "no_page"; message: string | null };

/** Dates in ISO 8601. */
export type CheckoutView = {
  transactionId: string;
  accountId: string;
  reference: string;
  flow: Flow;
  state: CheckoutState;
  status: TransactionStatus;
  progress: PayerProgress;
  /** Whether the open payment attempt began before this browser got the device lock. */
  isBegunElsewhere: boolean;
  mode: Mode;
  payee: { name: string; iban: string };
  amount: number;
  currency: string;
  externalId: string | null;
  description: string | null;
  /** They add up to `amount`. */
  lines: OrderLine[] | null;
  expiresAt: string;
  finishedAt: string | null;
  failureReason: FailureReason | null;
  /** `null` unless the bank processes an approved payment. */
  bankWait: BankWait | null;
  /** `null` unless the bank has the order and the payer can't be sent to it. */
  approvalWait: ApprovalWait | null;
  /** Back from the bank moments ago, and the bank has not decided. */
  isJustBack: boolean;
  /** `null` once the order can't be paid. */
  lastDecline: Attempt["failureReason"];
  /** A bank contradicted itself: the order may be paid, so no payment attempt starts. */
  isInQuestion: boolean;
  lastBankId: string | null;
  attemptsLeft: number;
  /** Shown on both screens once a phone opens the order, such as `K7-42`. */
  shortCode: string;
  /** QR content, deep link and copied link. */
  payLink: string;
  /** The order in the payer app, without order info. */
  orderUrl: string;
  /** Whether a payer's app may open `payLink` or `appLink`. */
  opensApp: boolean;
  /** `null` without an operator's app scheme. */
  appLink: string | null;
  /** After the outcome, during processing, or in question. */
  returnUrl: string | null;
  /** Only if the outcome is recent and not in question. */
  returnsByItself: boolean;
  /** Empty once the order can't be paid. */
  ways: readonly Road[];
  /** Also after the shopper reported it. */
  transfer: ShownTransfer | null;
  /** Binds what the payer saw on review; sent back with the approval. */
  orderDigest: string;
  /** These origins also receive the outcome. */
  frameAncestors: string[];
  version: string;
};
