import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { ASKINGS_WITHOUT_ADDRESS, type Attempt, isOpen, isPayable } from "./attempt.ts";
import { release } from "./cancel.ts";
import { type AttemptDeps, connectorFor } from "./deps.ts";
import { askAbout } from "./oauth/tokens.ts";
import { applyReport } from "./settle.ts";
import { submit } from "./submit.ts";

/** Also polls ended attempts: the bank may contradict itself. */
export async function refresh(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  const transaction = await deps.lifecycle.find(deps.db, attempt.transactionId);
  if (!transaction) return;
  const { bankPaymentId: paymentId, currency } = attempt;
  if (!paymentId) return refreshUnknown(deps, attempt, transaction);
  const connector = await connectorFor(deps, attempt);
  const report = await askAbout(deps, attempt, connector, (accessToken) =>
    connector.readPayment({ paymentId, currency, accessToken }),
  );
  if (!isToBeCancelled(attempt, transaction, report)) {
    return applyReport(deps, attempt.id, report);
  }
  if (!isTooSoon(attempt, report)) await release(deps, attempt);
}

async function refreshUnknown(deps: AttemptDeps, attempt: Attempt, transaction: Transaction) {
  // No bank has its payment, and none must get one.
  if (!isOpen(attempt)) return;
  if (!isPayable(transaction, deps.clock.now())) return release(deps, attempt);
  const connector = await connectorFor(deps, attempt);
  await submit(deps, { attempt, transaction, connector, payerIp: undefined });
}

// Cancels ever more rarely while the status stays the same.
function isTooSoon({ status, bankStatus, pollCount }: Attempt, report: PaymentReport): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(pollCount));
  return status === "processing" && bankStatus === report.bankStatus && !isPowerOfTwo;
}

function isToBeCancelled(
  { status, pollCount }: Attempt,
  { endReason }: Transaction,
  { state }: PaymentReport,
): boolean {
  // The payer must not approve it any more.
  const isOver = endReason !== null || status === "failed";
  // It has no approval address, and must not block other attempts.
  const isStuck = status === "starting" && pollCount >= ASKINGS_WITHOUT_ADDRESS;
  return state === "open" && (isOver || isStuck);
}
