import type { BankFinding } from "#lib/payments/model/bank-alert.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import * as repository from "./repository.ts";

/**
 * Runs in the caller's database transaction, so that the change and its alert are stored together. `false` if the same status of
 * the attempt raised an alert before, open or resolved.
 */
export function raiseBankAlert(
  tx: Database,
  createdAt: Date,
  finding: BankFinding,
): Promise<boolean> {
  return repository.insert(tx, {
    ...finding,
    id: newId("alrt"),
    createdAt,
    resolvedAt: null,
    resolvedNote: null,
  });
}

/** Open or resolved. */
export function hasBankAlert(db: Database, attemptId: string): Promise<boolean> {
  return repository.existsForAttempt(db, attemptId);
}

/** All open ones of the attempt. */
export function resolveAlertsOf(
  tx: Database,
  attemptId: string,
  values: { resolvedAt: Date; resolvedNote: string },
): Promise<void> {
  return repository.resolveAllOf(tx, attemptId, values);
}

export function hasOpenBankAlert(db: Database, transactionId: string): Promise<boolean> {
  return repository.isOpenFor(db, transactionId);
}
