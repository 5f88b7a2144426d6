import type { PaymentReport } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { type Authorisation, isOpen } from "./authorisation.ts";
import { createMoves } from "./moves.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; logger: Logger; lifecycle: Lifecycle };

/** Turns what a bank says about a payment into the state of the authorisation and of its transaction, at once. */
export function createReportHandler({ db, clock, logger, lifecycle }: Deps) {
  const moves = createMoves({ clock, lifecycle });

  async function settle(
    tx: Database,
    transaction: Transaction,
    authorisation: Authorisation,
    report: PaymentReport,
  ) {
    switch (report.state) {
      case "open":
        return moves.keepWaiting(tx, authorisation, report.bankStatus);
      case "processing":
        return moves.keepAsking(tx, authorisation, report.bankStatus);
      case "declined":
      case "cancelled":
        return moves.failTry(tx, transaction, authorisation, report.state, report.bankStatus);
      case "succeeded":
        if (isSameOrder(transaction, authorisation, report))
          return moves.succeed(tx, authorisation, report);
        logger.error(
          {
            alert: "bank_order_mismatch",
            authorisationId: authorisation.id,
            transactionId: transaction.id,
          },
          "the bank executed another order than ours; the transaction stays processing",
        );
        return moves.keepAsking(tx, authorisation, report.bankStatus);
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
        await moves.keepAsking(tx, authorisation, authorisation.bankStatus);
      }),

    /** Ends a try that no payer could approve, since no approval address was ever given out. */
    applyNeverOffered: (authorisation: Authorisation): Promise<void> =>
      db.transaction(async (tx) => {
        const transaction = await lifecycle.lock(tx, authorisation.transactionId);
        const current = await createAuthorisationRepository(tx).find(authorisation.id);
        if (transaction && current?.status === "starting") {
          await moves.failTry(tx, transaction, current, "bank_unavailable", null);
        }
      }),
  };
}

export type ReportHandler = ReturnType<typeof createReportHandler>;

// A bank that does not repeat the order proves nothing about it.
function isSameOrder(
  transaction: Transaction,
  authorisation: Authorisation,
  report: PaymentReport,
): boolean {
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
