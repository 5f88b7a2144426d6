import type { BankFinding } from "#lib/payments/model/bank-alert.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import * as repository from "./repository.ts";

/** `false` if the same status of the attempt raised an alert before. */
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

export function hasBankAlert(db: Database, attemptId: string): Promise<boolean> {
  return repository.existsForAttempt(db, attemptId);
}

export function resolveAlertsOf(
  tx: Database,
  attemptId: string,
  values: { resolvedAt: Date; resolvedNote: string },
): Promise<void> {
  return repository.resolveAllOf(tx, attemptId, values);
}

const ANSWERED_BY_MONEY = ["order_mismatch", "order_not_shown", "no_final_word"] as const;

/** What the bank left open, once the money came. */
export function resolveAlertsByMoney(
  tx: Database,
  attemptId: string,
  values: { resolvedAt: Date; resolvedNote: string },
): Promise<void> {
  return repository.resolveAllOf(tx, attemptId, values, ANSWERED_BY_MONEY);
}

export function hasOpenBankAlert(db: Database, transactionId: string): Promise<boolean> {
  return repository.isOpenFor(db, transactionId);
}
