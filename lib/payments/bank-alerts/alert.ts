import type { bankAlerts } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { newId } from "#lib/platform/ids.ts";
import { createBankAlertRepository } from "./repository.ts";

/** What a bank said that a person has to look at, as stored. */
export type BankAlert = typeof bankAlerts.$inferSelect;

/** A finding. `ourStatus` is what we hold to be true of the try, `bankStatus` the bank's word, in its ISO 20022 code. */
export type BankFinding = Pick<
  BankAlert,
  "attemptId" | "transactionId" | "kind" | "ourStatus" | "bankStatus" | "bankPaymentId"
>;

/**
 * Puts a finding before the operator, in the caller's open database transaction: what was found and the alert are there
 * together. Answers whether it is news: the same word of the bank about the same try raises one alert, open or resolved.
 */
export function raiseBankAlert(
  tx: Database,
  createdAt: Date,
  finding: BankFinding,
): Promise<boolean> {
  return createBankAlertRepository(tx).insert({
    ...finding,
    id: newId("alrt"),
    createdAt,
    resolvedAt: null,
    resolvedNote: null,
  });
}

/** Tells whether a transaction has an alert nobody has resolved. */
export function hasOpenBankAlert(db: Database, transactionId: string): Promise<boolean> {
  return createBankAlertRepository(db).isOpenFor(transactionId);
}
