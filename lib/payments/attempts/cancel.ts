import { BankError, type PaymentReport } from "#lib/banks/connector.ts";
import type { EndReason } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Attempt } from "./attempt.ts";
import { type AttemptDeps, connectorFor } from "./deps.ts";
import { namesPayer } from "./oauth/grant.ts";
import { askAbout } from "./oauth/tokens.ts";
import * as attempts from "./repository.ts";
import { applyNeverOffered, applyReport, applyUnknown, failAttempt } from "./settle.ts";
import { resubmit } from "./submit.ts";

/**
 * Ends a pending transaction for `reason` once no bank can execute it any more, and returns it: `processing` if a bank may still
 * execute it, `succeeded` if it has. Where `mayCall` resolves to false, another request is calling the bank, and the transaction may
 * still be `pending`.
 */
export async function endUnpaid(
  deps: AttemptDeps,
  transactionId: string,
  reason: EndReason,
  mayCall: (open: Attempt) => Promise<boolean> = async () => true,
): Promise<Transaction | undefined> {
  const open = await end(deps, transactionId, reason);
  if (open && (await mayCall(open))) await release(deps, open);
  return deps.lifecycle.find(deps.db, transactionId);
}

/**
 * Cancels an attempt because the payer chose another bank; the transaction stays payable.
 * @throws AppError `transaction_in_progress`, `authorisation_open` when the bank does not cancel, `bank_unavailable`
 */
export async function switchFrom(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  if (attempt.status === "processing") throw new AppError("transaction_in_progress");
  if (isUnknownToBank(deps, attempt)) return applyNeverOffered(deps, attempt.id);
  try {
    const report = await cancelAtBank(deps, attempt);
    if (!report) return;
    if (report.state === "open") throw new AppError("authorisation_open");
    await applyReport(deps, attempt.id, report);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
  }
}

/** Cancels an attempt whose transaction is to end; without a clear response the bank is asked again later. */
export async function release(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  if (isUnknownToBank(deps, attempt)) return applyNeverOffered(deps, attempt.id);
  try {
    const report = await cancelAtBank(deps, attempt);
    if (!report) return;
    // The payer may still approve what the bank would not cancel.
    if (report.state === "open") await applyUnknown(deps, attempt.id, report.bankStatus);
    else await applyReport(deps, attempt.id, report);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    const { id: attemptId } = attempt;
    deps.logger.warn({ attemptId, kind: error.kind }, "the bank could not cancel");
    await applyUnknown(deps, attemptId, null);
  }
}

/** Ends what no bank has, and stores the reason of what one has; returns the attempt that has to be cancelled first. */
function end(
  deps: AttemptDeps,
  transactionId: string,
  reason: EndReason,
): Promise<Attempt | undefined> {
  const { lifecycle } = deps;
  return deps.db.transaction(async (tx) => {
    const transaction = await lifecycle.lock(tx, transactionId);
    if (transaction?.status !== "pending") return undefined;
    const endReason = transaction.endReason ?? reason;
    const open = await attempts.findOpen(tx, transactionId);
    if (!open) {
      await lifecycle.fail(tx, transactionId, endReason);
      return undefined;
    }
    if (isUnknownToBank(deps, open)) {
      const ending = { transaction: { ...transaction, endReason }, attempt: open } as const;
      await failAttempt(deps, tx, { ...ending, reason: "bank_unavailable" });
      return undefined;
    }
    await lifecycle.askToEnd(tx, transactionId, reason);
    return open;
  });
}

// With redirect SCA nobody can be debited whom the order does not name and no address was given to.
function isUnknownToBank({ seal }: AttemptDeps, attempt: Attempt): boolean {
  const { status, bankPaymentId } = attempt;
  return status === "starting" && bankPaymentId === null && !namesPayer(seal, attempt);
}

/** Cancels an attempt at its bank, after learning its payment's id where that is unknown; `undefined` where it has ended. */
async function cancelAtBank(
  deps: AttemptDeps,
  attempt: Attempt,
): Promise<PaymentReport | undefined> {
  const connector = await connectorFor(deps, attempt);
  const known = attempt.bankPaymentId ? attempt : await resubmit(deps, attempt, connector);
  const { bankPaymentId: paymentId, currency } = known ?? {};
  if (!known || !paymentId || !currency) return undefined;
  return askAbout(deps, known, connector, (accessToken) =>
    connector.cancelPayment({ paymentId, currency, accessToken }),
  );
}
