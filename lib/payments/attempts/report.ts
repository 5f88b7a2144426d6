import type { PaymentReport } from "#lib/banks/connector.ts";
import {
  type BankFinding,
  hasOpenBankAlert,
  raiseBankAlert,
} from "#lib/payments/bank-alerts/alert.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { type Authorisation, isOpen, isSilenceTooLong } from "./authorisation.ts";
import { createMoves } from "./moves.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; logger: Logger; lifecycle: Lifecycle };

const ALERTS = {
  order_mismatch: {
    alert: "bank_order_mismatch",
    text: "the bank executed another order than ours; the transaction stays processing",
  },
  contradiction: {
    alert: "bank_contradiction",
    text: "the bank contradicts its own final answer",
  },
  no_final_word: {
    alert: "bank_no_final_word",
    text: "the bank has not said for long what became of a payment",
  },
} satisfies Partial<Record<BankFinding["kind"], { alert: string; text: string }>>;

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
        await moves.keepAsking(tx, authorisation, report.bankStatus);
        return lifecycle.tooLateToEnd(tx, transaction.id);
      case "declined":
      case "cancelled": {
        // Nobody but us can have cancelled what no payer was sent to.
        const isOurs = report.state === "cancelled" && authorisation.status === "starting";
        const reason = isOurs ? "bank_unavailable" : report.state;
        return moves.failTry(tx, transaction, authorisation, reason, report.bankStatus);
      }
      case "succeeded":
        if (isSameOrder(transaction, authorisation, report))
          return moves.succeed(tx, authorisation, report);
        await alert(tx, authorisation, "order_mismatch", "processing", report);
        return moves.keepAsking(tx, authorisation, report.bankStatus);
    }
  }

  async function alert(
    tx: Database,
    { id: authorisationId, transactionId, bankPaymentId }: Authorisation,
    kind: keyof typeof ALERTS,
    ourStatus: string,
    { bankStatus }: PaymentReport,
  ) {
    const found = { authorisationId, transactionId, kind, ourStatus, bankStatus, bankPaymentId };
    if (await raiseBankAlert(tx, clock.now(), found)) {
      const { alert, text } = ALERTS[kind];
      logger.error({ alert, authorisationId, transactionId, ourStatus, bankStatus }, text);
    }
  }

  /** Works on a try and its transaction while nobody else can change either. */
  function withLock(
    authorisationId: string,
    work: (tx: Database, transaction: Transaction, authorisation: Authorisation) => Promise<void>,
  ): Promise<void> {
    return db.transaction(async (tx) => {
      const repository = createAuthorisationRepository(tx);
      const seen = await repository.find(authorisationId);
      const transaction = seen && (await lifecycle.lock(tx, seen.transactionId));
      // What was seen before the lock may have changed while waiting for it.
      const authorisation = transaction && (await repository.find(authorisationId));
      if (authorisation) await work(tx, transaction, authorisation);
    });
  }

  return {
    /** Applies a bank's answer in one database transaction; a final authorisation never changes. */
    apply: (authorisationId: string, report: PaymentReport): Promise<void> =>
      withLock(authorisationId, async (tx, transaction, authorisation) => {
        if (isOpen(authorisation)) return settle(tx, transaction, authorisation, report);
        if (contradicts(authorisation, report)) {
          await alert(tx, authorisation, "contradiction", authorisation.status, report);
        }
      }),

    /**
     * Notes that nobody knows whether the bank will execute: `bankStatus` is the one in which it would not cancel, `null` where
     * it could not be asked to.
     */
    applyUnknown: (authorisationId: string, bankStatus: string | null): Promise<void> =>
      withLock(authorisationId, async (tx, _transaction, authorisation) => {
        if (isOpen(authorisation)) await moves.keepAsking(tx, authorisation, bankStatus);
      }),

    /** Puts a try before the operator whose bank has owed its final word for too long. */
    applySilence: (authorisationId: string): Promise<void> =>
      withLock(authorisationId, async (tx, transaction, authorisation) => {
        const isOverdue = isSilenceTooLong(authorisation, transaction, clock.now());
        // Whoever looks into another alert of it knows already.
        if (!isOverdue || (await hasOpenBankAlert(tx, transaction.id))) return;
        const bankStatus = authorisation.bankStatus ?? "unknown";
        const report = { state: "processing", bankStatus } as const;
        await alert(tx, authorisation, "no_final_word", authorisation.status, report);
      }),

    /** Ends a try that no payer could approve, since no approval address was ever given out. */
    applyNeverOffered: (authorisationId: string): Promise<void> =>
      withLock(authorisationId, async (tx, transaction, authorisation) => {
        if (authorisation.status === "starting" && authorisation.bankPaymentId === null) {
          await moves.failTry(tx, transaction, authorisation, "bank_unavailable", null);
        }
      }),

    /** Ends a try whose bank has refused the order outright, and has no payment of it. */
    applyRefused: (authorisationId: string): Promise<void> =>
      withLock(authorisationId, async (tx, transaction, authorisation) => {
        if (isOpen(authorisation) && authorisation.bankPaymentId === null) {
          await moves.failTry(tx, transaction, authorisation, "bank_unavailable", null);
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

// A `processing` read may be older than the final answer it arrives after, so only what is final contradicts a success.
function contradicts({ status }: Authorisation, { state }: PaymentReport): boolean {
  return status === "succeeded"
    ? state === "declined" || state === "cancelled"
    : state === "succeeded" || state === "processing";
}
