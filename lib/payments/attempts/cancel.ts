import { BankError, type PaymentReport } from "#lib/banks/connector.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Attempt } from "./attempt.ts";
import { type AttemptDeps, connectorFor } from "./bank.ts";
import { namesPayer } from "./oauth/grant.ts";
import { askAbout } from "./oauth/tokens.ts";
import { asSeen } from "./report.ts";
import * as repository from "./repository.ts";
import { applyNeverOffered, applyReport, applyUnknown, failAttempt } from "./settle.ts";
import { resubmit } from "./submit.ts";

/** Once no bank can execute it. `processing`: a bank may still execute it. `pending`: another request calls the bank. */
export async function endUnpaid(
  deps: AttemptDeps,
  transactionId: string,
  reason: EndReason,
  mayCall: (open: Attempt) => Promise<boolean> = async () => true,
): Promise<WholeTransaction | undefined> {
  const open = await end(deps, transactionId, reason);
  if (open && (await mayCall(open))) await release(deps, open, { isRestored: false });
  return deps.lifecycle.find(deps.db, transactionId);
}

/** Skips those in use. Of one account, mode and currency. Returns the ids of those ended. */
export function endIdle(
  { db, lifecycle }: Pick<AttemptDeps, "db" | "lifecycle">,
  transactionIds: string[],
  reason: EndReason,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const locked = await lifecycle.lockPayable(tx, transactionIds);
    if (locked.length === 0) return [];
    const held = await repository.listWithOpen(tx, locked);
    const idle = locked.filter((id) => !held.has(id));
    return (await lifecycle.failAll(tx, idle, reason)).map(({ id }) => id);
  });
}

/**
 * The transaction stays payable.
 * @throws AppError `transaction_in_progress`, `authorisation_open` when the bank does not cancel, `bank_unavailable`
 */
export async function switchFrom(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  if (attempt.status === "processing") throw new AppError("transaction_in_progress");
  if (isUnknownToBank(deps, attempt)) return applyNeverOffered(deps, attempt.id);
  try {
    const report = await cancelAtBank(deps, attempt);
    if (!report) return;
    if (asSeen(attempt, report).state === "open") throw new AppError("authorisation_open");
    await applyReport(deps, attempt.id, report);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
  }
}

/** Without a clear response the attempt becomes `processing`, and polling continues. */
export async function release(
  deps: AttemptDeps,
  attempt: Attempt,
  { isRestored }: { isRestored: boolean },
): Promise<void> {
  // A restored backup may lack the bank's response.
  const isLost = isRestored && attempt.sealedGrant === null;
  if (!isLost && isUnknownToBank(deps, attempt)) return applyNeverOffered(deps, attempt.id);
  try {
    const report = await cancelAtBank(deps, attempt);
    if (!report) return;
    // The payer may still approve it.
    const seen = asSeen(attempt, report);
    if (seen.state === "open") await applyUnknown(deps, attempt.id, seen);
    else await applyReport(deps, attempt.id, report);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    const { id: attemptId } = attempt;
    deps.logger.warn({ attemptId, kind: error.kind }, "the bank could not cancel");
    await applyUnknown(deps, attemptId, null);
  }
}

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
    const open = await repository.findOpen(tx, transactionId);
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

// Without an approval address a payer can't be debited, unless the order names them.
function isUnknownToBank({ seal }: AttemptDeps, attempt: Attempt): boolean {
  const { status, bankPaymentId } = attempt;
  return status === "starting" && bankPaymentId === null && !namesPayer(seal, attempt);
}

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
