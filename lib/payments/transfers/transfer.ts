import type { TransactionStatus } from "#lib/payments/model/status.ts";
import type { receivedTransfers, statementImports } from "#lib/payments/model/transfers.schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

/** `amount` in minor units of `currency`. */
export type ReceivedTransfer = typeof receivedTransfers.$inferSelect;

export type StatementImport = typeof statementImports.$inferSelect;

/**
 * `being_paid`: until a bank cancels its attempt. `too_late`: after failure. `already_paid`: paid otherwise. `awaiting_rest`: a
 * member waits for another transfer. `part`: paid together with later ones.
 */
export type TransferStatus = ReceivedTransfer["status"];

export type TransferOwner = { accountId: string; mode: Mode };

/** An open order that money without its reference may be for. */
export type Suggestion = {
  id: string;
  externalId: string | null;
  amount: number;
  currency: string;
  reference: string;
  createdAt: Date;
  reportedAt: Date | null;
  /** As the sender of the money, so it comes first. */
  hasSameName: boolean;
};

/**
 * The payment that money without a payment probably is for: another source reported it as that payment's (`isCounted`), or the
 * payment succeeded at its bank's word.
 */
export type LikelyMoney = {
  transferId: string;
  transactionId: string;
  externalId: string | null;
  isCounted: boolean;
};

/** `suggestions`: for money without a payment, the likeliest first; none if it is `likely` of another. */
export type OpenTransfer = ListedTransfer & {
  suggestions: Suggestion[];
  likely: LikelyMoney | undefined;
};

export type ListedTransfer = ReceivedTransfer & {
  externalId: string | null;
  paymentStatus: TransactionStatus | null;
  /** Of the payment, in minor units. */
  orderAmount: number | null;
  orderCurrency: string | null;
};

export type TransferPage = { transfers: ListedTransfer[]; next: string | undefined };

/** With the number of payments it paid, and of transfers that a member has not resolved. */
export type ListedImport = StatementImport & { paid: number; review: number };

/** `transfers`: first read from this file, the first 1,000. `review`: what a member has not resolved. */
export type ImportReport = {
  file: StatementImport;
  transfers: ListedTransfer[];
  paid: number;
  review: number;
};

/** `amount` in minor units. `isOverdue`: the money should have arrived. */
export type ReportedTransfer = {
  id: string;
  externalId: string | null;
  amount: number;
  currency: string;
  reference: string;
  reportedAt: Date;
  isOverdue: boolean;
};

/** `overdue`: waiting longer than a transfer takes. */
export type ReportedCounts = { count: number; overdue: number };
