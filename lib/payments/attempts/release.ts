import { type BankConnector, BankError, type PaymentReport } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { EndReason } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Attempt } from "./attempt.ts";
import { namesPayer } from "./grant.ts";
import type { Grants } from "./grants.ts";
import { createMoves } from "./moves.ts";
import type { ReportHandler } from "./report.ts";
import { createAttemptRepository } from "./repository.ts";
import type { createStarter } from "./start.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  seal: Seal;
  lifecycle: Lifecycle;
  reports: ReportHandler;
  connectorFor: (attempt: Attempt) => Promise<BankConnector>;
  grants: Grants;
  starter: ReturnType<typeof createStarter>;
};

/** Gets a bank to let go of a try. Nothing ends unpaid while a bank may still execute it. */
export function createReleaser({ db, clock, logger, lifecycle, reports, ...deps }: Deps) {
  const moves = createMoves({ clock, lifecycle });

  // With redirect SCA nobody can be debited whom the order does not name and no address was given to.
  const isNowhere = (attempt: Attempt) =>
    attempt.status === "starting" &&
    attempt.bankPaymentId === null &&
    !namesPayer(deps.seal, attempt);

  /** Has the bank cancel a try, and learns first which payment it is where that is not known; none where it has ended. */
  async function cancelAtBank(attempt: Attempt): Promise<PaymentReport | undefined> {
    const connector = await deps.connectorFor(attempt);
    const known = attempt.bankPaymentId ? attempt : await deps.starter.learn(attempt, connector);
    const { bankPaymentId: paymentId, currency } = known ?? {};
    if (!known || !paymentId || !currency) return undefined;
    return deps.grants.about(known, connector, (accessToken) =>
      connector.cancelPayment({ paymentId, currency, accessToken }),
    );
  }

  /** Ends what no bank holds, and notes the reason of what one does; answers the try that has to be released first. */
  function end(transactionId: string, reason: EndReason): Promise<Attempt | undefined> {
    return db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      if (transaction?.status !== "pending") return undefined;
      const endReason = transaction.endReason ?? reason;
      const open = await createAttemptRepository(tx).findOpen(transactionId);
      if (!open) {
        await lifecycle.fail(tx, transactionId, endReason);
        return undefined;
      }
      if (isNowhere(open)) {
        await moves.failAttempt(tx, { ...transaction, endReason }, open, "bank_unavailable", null);
        return undefined;
      }
      await lifecycle.askToEnd(tx, transactionId, reason);
      return open;
    });
  }

  /** Asks the bank to cancel a try whose transaction is to end; keeps asking when the bank's word can't be had. */
  async function release(attempt: Attempt): Promise<void> {
    if (isNowhere(attempt)) return reports.applyNeverOffered(attempt.id);
    try {
      const report = await cancelAtBank(attempt);
      if (!report) return;
      // The payer may still approve what the bank would not cancel.
      if (report.state === "open") await reports.applyUnknown(attempt.id, report.bankStatus);
      else await reports.apply(attempt.id, report);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const { id: attemptId } = attempt;
      logger.warn({ attemptId, kind: error.kind }, "the bank could not cancel");
      await reports.applyUnknown(attemptId, null);
    }
  }

  return {
    release,

    /**
     * Ends a pending transaction for `reason` once no bank can execute it any more, and answers how it then stands:
     * `processing` if a bank may, `succeeded` if it has. Where `mayCall` says no, another request is calling the bank, and
     * the transaction may still be `pending`.
     */
    async endUnpaid(
      transactionId: string,
      reason: EndReason,
      mayCall: (open: Attempt) => Promise<boolean> = async () => true,
    ): Promise<Transaction | undefined> {
      const open = await end(transactionId, reason);
      if (open && (await mayCall(open))) await release(open);
      return lifecycle.find(db, transactionId);
    },

    /**
     * Lets go of a try because the payer takes another bank; the transaction stays payable. Throws
     * `transaction_in_progress`, `authorisation_open` when the bank won't cancel, `bank_unavailable`.
     */
    async switchFrom(attempt: Attempt): Promise<void> {
      if (attempt.status === "processing") throw new AppError("transaction_in_progress");
      if (isNowhere(attempt)) return reports.applyNeverOffered(attempt.id);
      try {
        const report = await cancelAtBank(attempt);
        if (!report) return;
        if (report.state === "open") throw new AppError("authorisation_open");
        await reports.apply(attempt.id, report);
      } catch (error) {
        if (!(error instanceof BankError)) throw error;
        throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
      }
    },
  };
}
