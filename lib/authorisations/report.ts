import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { type Authorisation, isOpen, MAX_AUTHORISATIONS, nextPollAt } from "./authorisation.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; logger: Logger; lifecycle: Lifecycle };

/** Turns what a bank says about a payment into the state of the authorisation and of its transaction, at once. */
export function createReportHandler({ db, clock, logger, lifecycle }: Deps) {
  /** The bank's word is not known: the transaction stays `processing` until it is. */
  async function keepAsking(tx: Database, authorisation: Authorisation, bankStatus: string | null) {
    const now = clock.now();
    await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
      status: "processing",
      bankStatus,
      pollCount: authorisation.pollCount + 1,
      nextPollAt: nextPollAt(authorisation.pollCount, now),
      updatedAt: now,
    });
    await lifecycle.beginProcessing(tx, authorisation.transactionId);
  }

  async function close(
    tx: Database,
    authorisation: Authorisation,
    values: Pick<Authorisation, "status" | "failureReason"> & { bankStatus?: string | null },
  ) {
    const now = clock.now();
    await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
      ...values,
      nextPollAt: null,
      updatedAt: now,
      finishedAt: now,
    });
  }

  /** A try ended unpaid. The transaction stays payable, unless the bank had the approval, time is up or tries are. */
  async function failTry(
    tx: Database,
    transaction: Transaction,
    authorisation: Authorisation,
    reason: NonNullable<Authorisation["failureReason"]>,
    bankStatus: string | null,
  ) {
    await close(tx, authorisation, { status: "failed", failureReason: reason, bankStatus });
    const expired = transaction.expiresAt <= clock.now();
    const tries = await createAuthorisationRepository(tx).count(transaction.id);
    if (transaction.status === "processing") {
      await lifecycle.fail(tx, transaction.id, expired ? "expired" : reason);
    } else if (tries >= MAX_AUTHORISATIONS) {
      await lifecycle.fail(tx, transaction.id, reason);
    } else {
      await lifecycle.backToOrder(tx, transaction.id);
    }
  }

  async function succeed(tx: Database, authorisation: Authorisation, report: PaymentReport) {
    await close(tx, authorisation, { status: "succeeded", failureReason: null, bankStatus: report.bankStatus });
    await lifecycle.beginProcessing(tx, authorisation.transactionId);
    await lifecycle.succeed(tx, authorisation.transactionId);
  }

  async function settle(
    tx: Database,
    transaction: Transaction,
    authorisation: Authorisation,
    report: PaymentReport,
  ) {
    switch (report.state) {
      case "open":
        await createAuthorisationRepository(tx).updateOpen(authorisation.id, {
          bankStatus: report.bankStatus,
          pollCount: authorisation.pollCount + 1,
          nextPollAt: nextPollAt(authorisation.pollCount, clock.now()),
          updatedAt: clock.now(),
        });
        return;
      case "processing":
        return keepAsking(tx, authorisation, report.bankStatus);
      case "declined":
      case "cancelled":
        return failTry(tx, transaction, authorisation, report.state, report.bankStatus);
      case "succeeded":
        if (isSameOrder(transaction, authorisation, report)) return succeed(tx, authorisation, report);
        logger.error(
          { alert: "bank_order_mismatch", authorisationId: authorisation.id, transactionId: transaction.id },
          "the bank executed another order than ours; the transaction stays processing",
        );
        return keepAsking(tx, authorisation, report.bankStatus);
    }
  }

  return {
    /** Applies a bank's answer in one database transaction; a final authorisation never changes. */
    apply: (authorisationId: string, report: PaymentReport): Promise<void> =>
      db.transaction(async (tx) => {
        const repository = createAuthorisationRepository(tx);
        const seen = await repository.find(authorisationId);
        if (!seen) return;
        const transaction = await lifecycle.lock(tx, seen.transactionId);
        const authorisation = await repository.find(authorisationId);
        if (!transaction || !authorisation) return;
        if (isOpen(authorisation)) return settle(tx, transaction, authorisation, report);
        if (contradicts(authorisation, report)) {
          logger.error(
            { alert: "bank_contradiction", authorisationId, bankStatus: report.bankStatus },
            "the bank contradicts its own final answer",
          );
        }
      }),

    /** Notes that the bank could not be asked and that nobody knows whether it will execute. */
    applyUnknown: (authorisation: Authorisation): Promise<void> =>
      db.transaction(async (tx) => {
        await lifecycle.lock(tx, authorisation.transactionId);
        await keepAsking(tx, authorisation, authorisation.bankStatus);
      }),

    /** Ends a try that no payer could approve, since no approval address was ever given out. */
    applyNeverOffered: (authorisation: Authorisation): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lifecycle.lock(tx, authorisation.transactionId);
        const current = await createAuthorisationRepository(tx).find(authorisation.id);
        if (transaction && current?.status === "starting") {
          await failTry(tx, transaction, current, "bank_unavailable", null);
        }
      }),
  };
}

export type ReportHandler = ReturnType<typeof createReportHandler>;

// A bank that does not repeat the order proves nothing about it.
function isSameOrder(transaction: Transaction, authorisation: Authorisation, report: PaymentReport): boolean {
  const { order } = report;
  return (
    order !== undefined &&
    order.endToEndId === authorisation.endToEndId &&
    [authorisation, transaction].every(
      (ours) =>
        order.amount === ours.amount &&
        order.currency === ours.currency &&
        order.payeeIban === ours.payeeIban,
    )
  );
}

function contradicts(authorisation: Authorisation, report: PaymentReport): boolean {
  return authorisation.status === "succeeded"
    ? report.state !== "succeeded"
    : report.state === "succeeded" || report.state === "processing";
}
