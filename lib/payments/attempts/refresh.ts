import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { ASKINGS_WITHOUT_ADDRESS, type Attempt, isOpen, isPayable } from "./attempt.ts";
import { release } from "./cancel.ts";
import { type AttemptDeps, connectorFor } from "./deps.ts";
import { askAbout } from "./oauth/tokens.ts";
import { applyReport } from "./settle.ts";
import { submit } from "./submit.ts";

/** Asks a bank about an attempt once, also about one that has ended: the bank may contradict itself. */
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

/** Submits an attempt again whose payment is unknown. */
async function refreshUnknown(deps: AttemptDeps, attempt: Attempt, transaction: Transaction) {
  // No bank has a payment of an attempt that ended so, and it is not to get one.
  if (!isOpen(attempt)) return;
  if (!isPayable(transaction, deps.clock.now())) return release(deps, attempt);
  const connector = await connectorFor(deps, attempt);
  await submit(deps, { attempt, transaction, connector, payerIp: undefined });
}

// A bank that did not cancel is asked to ever more rarely while its status stays the same.
function isTooSoon({ status, bankStatus, pollCount }: Attempt, report: PaymentReport): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(pollCount));
  return status === "processing" && bankStatus === report.bankStatus && !isPowerOfTwo;
}

/** Whether a payment that waits for its payer has nobody to wait for. */
function isToBeCancelled(
  { status, pollCount }: Attempt,
  { endReason }: Transaction,
  { state }: PaymentReport,
): boolean {
  // Someone has ended the transaction, or the bank this attempt: nobody may approve it any more.
  const isOver = endReason !== null || status === "failed";
  // The payer has nowhere to go, and is not to find this attempt in the way for good.
  const isStuck = status === "starting" && pollCount >= ASKINGS_WITHOUT_ADDRESS;
  return state === "open" && (isOver || isStuck);
}
