import type { FailureReason, TransactionStatus } from "#lib/payments/transactions/status.ts";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";

/** The screen a checkout shows; `design` of each: one heading, one next step. */
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

/** The web flow shows an order to whoever holds its reference, the direct flow only to a browser with a session. */
export type PayFlow = "web" | "direct";

/** How far the payer's phone is, for the desktop to show. */
export type PayerProgress = "waiting" | "opened" | "choosing" | "reviewing" | "at_bank";

/** `isLong`: for more than a minute. `askedAt`: when the bank was last asked, in ISO 8601. */
export type BankWait = { isLong: boolean; askedAt: string | null };

/** Everything a page needs to show one transaction to whoever may see it. Dates as ISO 8601. */
export type CheckoutView = {
  transactionId: string;
  accountId: string;
  reference: string;
  flow: PayFlow;
  state: CheckoutState;
  status: TransactionStatus;
  progress: PayerProgress;
  /** Whether somebody is at a bank since before the order came to the browser that holds it. */
  isBegunElsewhere: boolean;
  mode: "test" | "live";
  payee: { name: string; iban: string };
  amount: number;
  currency: string;
  externalId: string | null;
  expiresAt: string;
  finishedAt: string | null;
  failureReason: FailureReason | null;
  /** How long the bank has had the payer's approval without a final word; none before and after. */
  bankWait: BankWait | null;
  /** Why the last try at a bank ended, when the transaction can still be paid. */
  lastDecline: "declined" | "cancelled" | "bank_unavailable" | null;
  /**
   * A bank contradicted itself about a try, and nobody has looked into it yet: the order may be paid, though it is not
   * known to be. No further try is begun.
   */
  isInQuestion: boolean;
  /** The bank of the latest try, to offer it again. */
  lastBankId: string | null;
  attemptsLeft: number;
  /** Short code both screens show once a phone has opened the order, such as `K7-42`. */
  shortCode: string;
  /** QR content = deep link = copied link. */
  payLink: string;
  /** The same order under the operator's own app scheme, when one is configured. */
  appLink: string | null;
  /** Where the shop wants the shopper after the outcome, or while the bank works; with `externalId` set. */
  returnUrl: string | null;
  /**
   * Whether a page may go there by itself: the outcome is new, and no bank has put it in question. Otherwise it waits for
   * a click.
   */
  returnsByItself: boolean;
  /** The bank transfer a shopper may send or says to have sent; none where that is no way to pay this order. */
  transfer: ShownTransfer | null;
  /** Binds what the payer saw on review: sent back with the approval. */
  orderDigest: string;
  /** Origins that may frame this checkout and be told of its outcome. */
  frameAncestors: string[];
  /** Changes whenever the page would look different. */
  version: string;
};
