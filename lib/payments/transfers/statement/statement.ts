import type { StatementKind } from "#lib/payments/model/kinds.ts";
import type { SeenRefund } from "#lib/payments/refunds/refund.ts";
import { type AppError, invalidField, isAppError } from "#lib/platform/failures/errors.ts";
import type { Payer } from "./payer.ts";

export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024;

/** `amount` in minor units of `currency`. */
export type Credit = {
  iban: string;
  amount: number;
  currency: string;
  bookedOn: string | null;
  /** ISO 11649. */
  reference: string | undefined;
  /** As the bank wrote it, or a text that resembles ours. */
  written: string | null;
  /** As the payer's bank passed it on. */
  endToEndId: string | null;
  payer: Payer;
  /** Differs for different money; the same in every file of one kind. */
  key: string;
};

/** What it contains of the merchant's own accounts. `unreadable`: reference of ours, no certain amount. */
export type Statement = {
  kind: StatementKind;
  ibans: string[];
  credits: Credit[];
  /** Debits with the end-to-end id of a refund, and their returns. */
  refunds?: SeenRefund[];
  unreadable: number;
};

/** `reason`: a code, which docs/statements.md explains. */
export function wrongStatement(reason: string, cause?: unknown): AppError {
  return invalidField("file", reason, cause);
}

/** @throws what is no refusal of a file */
export function problemOf(error: unknown): string {
  const [field] = (isAppError(error) && error.fields) || [];
  if (field === undefined) throw error;
  return field.message;
}
