import type { receivedTransfers, statementImports } from "#lib/payments/schema.ts";
import type { TransactionStatus } from "#lib/payments/transactions/status.ts";
import type { Mode } from "#lib/platform/mode.ts";

/** Money that came, or is said to have come, by credit transfer, as stored. `amount` in minor units of `currency`. */
export type ReceivedTransfer = typeof receivedTransfers.$inferSelect;

/** A file of a bank that was read, as stored. */
export type StatementImport = typeof statementImports.$inferSelect;

/**
 * What money means for the payment it names. `being_paid`: it waits until a bank lets go of its try. `too_late`: the
 * payment had failed; `already_paid`: it had succeeded otherwise.
 */
export type Standing = ReceivedTransfer["standing"];

/** Whose transfers are looked at. */
export type TransferOwner = { accountId: string; mode: Mode };

/** What a merchant has to look into: money that has paid nothing. */
export const OPEN_STANDINGS = [
  "wrong_amount",
  "too_late",
  "already_paid",
  "being_paid",
  "unknown_reference",
] as const satisfies Standing[];

/** A transfer in a list, with the order number and the status of the payment it names. */
export type ListedTransfer = ReceivedTransfer & {
  externalId: string | null;
  paymentStatus: TransactionStatus | null;
};

/** A page of what came in, newest first; `next` begins the following one. */
export type TransferPage = { transfers: ListedTransfer[]; next: string | undefined };

/** What came of a file: itself, and what was first read from it. */
export type ImportReport = { file: StatementImport; transfers: ListedTransfer[] };

/**
 * A payment that waits for a transfer its shopper said to have sent. `amount` in minor units; `isOverdue`: the money should
 * have come by now.
 */
export type ReportedTransfer = {
  id: string;
  externalId: string | null;
  amount: number;
  currency: string;
  reference: string;
  reportedAt: Date;
  isOverdue: boolean;
};

/** How many wait in all, and how many of them for longer than money takes. */
export type ReportedCounts = { count: number; overdue: number };
