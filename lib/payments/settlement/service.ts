import type { BankDirectory } from "#lib/banks/connector.ts";
import { type Attempt, isGivenUp } from "#lib/payments/attempts/attempt.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import { hasBankAlert, resolveAlertsOf } from "#lib/payments/bank-alerts/alert.ts";
import { isFinal, type Outcome } from "#lib/payments/model/status.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

type Deps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  attempts: Pick<AttemptService, "findOpen" | "endWithoutBank">;
  banks: Pick<BankDirectory, "connectorFor">;
};

/** `note`: what the payee's bank statement shows; required if a bank holds an attempt. */
export type Settlement = { id: string; outcome: Outcome; note?: string | undefined };

export const MAX_SETTLEMENT_NOTE = 500;

export function createSettlementService(deps: Deps) {
  const { db, clock, lifecycle, attempts } = deps;

  async function endHeld(tx: Database, { id, restoredAt }: Transaction, outcome: Outcome) {
    if (!restoredAt) {
      throw new AppError("not_found", { detail: "No payment with this id waits for the operator" });
    }
    if (outcome === "succeeded") await lifecycle.succeed(tx, id);
    else await lifecycle.fail(tx, id, "expired");
  }

  async function endAtBank(
    tx: Database,
    transaction: Transaction,
    attempt: Attempt,
    { outcome, note: text = "" }: Settlement,
  ) {
    if (!(await isLeftOpen(deps, tx, transaction, attempt))) {
      throw new AppError("transaction_in_progress");
    }
    const note = text.trim();
    if (!isPrintable(note, MAX_SETTLEMENT_NOTE)) throw invalidField("note", "alert_note");
    const now = clock.now();
    if (outcome === "failed" && !isGivenUp(attempt, now)) throw new AppError("settled_too_soon");
    await attempts.endWithoutBank(tx, { transaction, attempt, outcome, note });
    await resolveAlertsOf(tx, attempt.id, { resolvedAt: now, resolvedNote: note });
    // The note says that the payee's bank statement shows it.
    await lifecycle.moveFunds(tx, transaction.id, "received");
  }

  return {
    /**
     * Held after a restore, or left open by its bank: an alert was raised, or the bank is not configured any more. Resolves its
     * alerts. Returns the outcome: `succeeded` if a waiting transfer pays.
     * @throws AppError `not_found`, `transaction_final`, `transaction_in_progress` while its bank may end it, `invalid_request`
     * (note), `settled_too_soon`
     */
    settle: (settlement: Settlement, actor: Actor = "operator"): Promise<Outcome> =>
      db.transaction(async (tx) => {
        const { id, outcome } = settlement;
        const transaction = await lifecycle.lock(tx, id);
        if (!transaction) throw new AppError("not_found");
        if (isFinal(transaction.status)) throw new AppError("transaction_final");
        const attempt = await attempts.findOpen(tx, id);
        if (attempt) await endAtBank(tx, transaction, attempt, settlement);
        else await endHeld(tx, transaction, outcome);
        const ended = await lifecycle.find(tx, id);
        const status = ended?.status === "succeeded" ? "succeeded" : "failed";
        await recordAudit(tx, clock.now(), {
          accountId: transaction.accountId,
          actor,
          action: "transaction.settled",
          target: id,
          details: { status },
        });
        return status;
      }),
  };
}

async function isLeftOpen(
  { banks }: Deps,
  tx: Database,
  { status, mode }: Transaction,
  attempt: Attempt,
): Promise<boolean> {
  if (status !== "processing") return false;
  return !banks.connectorFor(attempt.bankId, mode) || (await hasBankAlert(tx, attempt.id));
}
