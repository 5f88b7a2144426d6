import type { Outcome } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptDeps } from "./bank.ts";
import * as repository from "./repository.ts";
import { failAttempt, succeed } from "./settle.ts";

/** `note`: what was seen, such as on the payee's bank statement. */
export type OwnEnd = {
  transaction: Transaction;
  attempt: Attempt;
  outcome: Outcome;
  note: string;
};

/**
 * Its bank is polled for 30 more days; another result raises an alert. `failed` lets a waiting transfer pay. The caller holds the
 * transaction's lock.
 */
export async function endWithoutBank(
  deps: Pick<AttemptDeps, "clock" | "lifecycle">,
  tx: Database,
  { transaction, attempt: { id, status }, outcome, note }: OwnEnd,
): Promise<void> {
  const attempt = await repository.advance(tx, id, status, { settledNote: note });
  if (!attempt) throw new Error(`payment attempt ${id} is no longer ${status}`);
  const { bankStatus } = attempt;
  if (outcome === "succeeded") return succeed(deps, tx, attempt, { bankStatus });
  // The statement also shows what a restored backup lacks.
  const ending = { transaction: { ...transaction, restoredAt: null }, attempt };
  return failAttempt(deps, tx, { ...ending, reason: "bank_unavailable", bankStatus });
}
