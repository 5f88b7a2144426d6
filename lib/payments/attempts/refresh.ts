import type { BankConnector, PaymentReport } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { ASKINGS_WITHOUT_ADDRESS, type Attempt, isOpen } from "./attempt.ts";
import type { Grants } from "./grants.ts";
import { isPayable } from "./payable.ts";
import type { createReleaser } from "./release.ts";
import type { ReportHandler } from "./report.ts";
import type { createStarter } from "./start.ts";

type Deps = {
  db: Database;
  clock: Clock;
  lifecycle: Lifecycle;
  reports: ReportHandler;
  grants: Grants;
  starter: ReturnType<typeof createStarter>;
  releaser: ReturnType<typeof createReleaser>;
  connectorFor: (attempt: Attempt) => Promise<BankConnector>;
};

/** Makes one step of asking a bank about a try, also one that has ended: the bank may think again. */
export function createRefresher({ db, clock, lifecycle, reports, grants, ...deps }: Deps) {
  /** Asks for the payment of a try of which none is known. */
  async function refreshUnknown(attempt: Attempt, transaction: Transaction) {
    // No bank has a payment of a try that ended so, and it is not to get one.
    if (!isOpen(attempt)) return;
    if (!isPayable(transaction, clock.now())) return deps.releaser.release(attempt);
    const connector = await deps.connectorFor(attempt);
    await deps.starter.submit(attempt, transaction, connector, undefined);
  }

  return async function refresh(attempt: Attempt): Promise<void> {
    const transaction = await lifecycle.find(db, attempt.transactionId);
    if (!transaction) return;
    const { bankPaymentId: paymentId, currency } = attempt;
    if (!paymentId) return refreshUnknown(attempt, transaction);
    const connector = await deps.connectorFor(attempt);
    const report = await grants.about(attempt, connector, (accessToken) =>
      connector.readPayment({ paymentId, currency, accessToken }),
    );
    if (isToBeReleased(attempt, transaction, report)) {
      if (isVain(attempt, report)) return;
      return deps.releaser.release(attempt);
    }
    await reports.apply(attempt.id, report);
  };
}

// A bank that would not cancel is asked to ever more rarely while its word stays the same.
function isVain({ status, bankStatus, pollCount }: Attempt, report: PaymentReport): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(pollCount));
  return status === "processing" && bankStatus === report.bankStatus && !isPowerOfTwo;
}

/** Tells whether a payment that waits for its payer has nobody to wait for. */
function isToBeReleased(
  { status, pollCount }: Attempt,
  { endReason }: Transaction,
  { state }: PaymentReport,
): boolean {
  // Someone has ended the transaction, or the bank this try: nobody may approve it any more.
  const isOver = endReason !== null || status === "failed";
  // The payer has nowhere to go, and is not to find this try in the way for good.
  const isStuck = status === "starting" && pollCount >= ASKINGS_WITHOUT_ADDRESS;
  return state === "open" && (isOver || isStuck);
}
