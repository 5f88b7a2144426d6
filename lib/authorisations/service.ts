import { type BankConnector, BankError, type PaymentReport } from "#lib/banks/connector.ts";
import type { BankChoice } from "#lib/checkout/view.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import { type FailureReason, isFinal } from "#lib/transactions/status.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { type Authorisation, nextPollAt } from "./authorisation.ts";
import { createReportHandler } from "./report.ts";
import { createAuthorisationRepository } from "./repository.ts";
import { createStarter } from "./start.ts";

/** The banks a deployment can pay with. */
export type BankDirectory = {
  banksFor(mode: "test" | "live"): Promise<BankChoice[]>;
  connectorFor(bankId: string): BankConnector | undefined;
};

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
  banks: BankDirectory;
  payerAppUrl: string;
  orderDigest: (transaction: Transaction) => string;
};

const LEASE_MS = 30_000;

export type AuthorisationService = ReturnType<typeof createAuthorisationService>;

/** Verbs on authorisations: one try to pay a transaction at one bank. The bank's word wins. */
export function createAuthorisationService(deps: Deps) {
  const { db, clock, logger, lifecycle, banks } = deps;
  const repository = createAuthorisationRepository(db);
  const reports = createReportHandler(deps);
  const starter = createStarter({ ...deps, reports });

  async function connectorFor(authorisation: Authorisation): Promise<BankConnector> {
    const connector = banks.connectorFor(authorisation.bankId);
    if (!connector)
      throw new BankError("unreachable", `no bank ${authorisation.bankId} configured`);
    return connector;
  }

  async function payable(reference: string): Promise<Transaction> {
    const transaction = await lifecycle.findByReference(db, reference);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  async function read(authorisation: Authorisation, paymentId: string): Promise<PaymentReport> {
    const connector = await connectorFor(authorisation);
    return connector.readPayment({ paymentId, currency: authorisation.currency });
  }

  /** Asks the bank to cancel an open try, and holds on to it when the bank's word can't be had. */
  async function release(authorisation: Authorisation): Promise<void> {
    if (!authorisation.bankPaymentId) return reports.applyNeverOffered(authorisation);
    try {
      const connector = await connectorFor(authorisation);
      const handle = { paymentId: authorisation.bankPaymentId, currency: authorisation.currency };
      const report = await connector.cancelPayment(handle);
      if (report.state === "open") await reports.applyUnknown(authorisation);
      else await reports.apply(authorisation.id, report);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      logger.warn(
        { authorisationId: authorisation.id, kind: error.kind },
        "the bank could not cancel",
      );
      await reports.applyUnknown(authorisation);
    }
  }

  /** One step of asking a bank about a try that is open. */
  async function refresh(authorisation: Authorisation): Promise<void> {
    const transaction = await lifecycle.find(db, authorisation.transactionId);
    if (!transaction) return;
    if (!authorisation.bankPaymentId) {
      const wanted = transaction.status === "pending" && transaction.expiresAt > clock.now();
      if (!wanted) return reports.applyNeverOffered(authorisation);
      await starter.submit(
        authorisation,
        transaction,
        await connectorFor(authorisation),
        undefined,
      );
      return;
    }
    const report = await read(authorisation, authorisation.bankPaymentId);
    // Someone ended the transaction while the bank could not be asked: nobody may approve this try any more.
    if (report.state === "open" && transaction.status === "processing")
      return release(authorisation);
    await reports.apply(authorisation.id, report);
  }

  async function postpone(authorisation: Authorisation): Promise<void> {
    const pollCount = authorisation.pollCount + 1;
    await repository.updateOpen(authorisation.id, {
      pollCount,
      nextPollAt: nextPollAt(pollCount, clock.now()),
    });
  }

  return {
    /** The banks that can pay the transaction of `reference`. */
    async banks(reference: string): Promise<BankChoice[]> {
      const transaction = await payable(reference);
      return banks.banksFor(transaction.mode);
    },

    /**
     * Starts a try and answers where the payer approves it. `orderDigest` binds what the payer saw.
     * Throws `order_changed`, `bank_unavailable`, `attempts_exhausted`, `transaction_final`, `transaction_in_progress`.
     */
    async start(input: {
      reference: string;
      bankId: string;
      orderDigest: string;
      payerIp: string | undefined;
    }): Promise<{ approvalUrl: string }> {
      const transaction = await payable(input.reference);
      if (input.orderDigest !== deps.orderDigest(transaction)) throw new AppError("order_changed");
      const offered = await banks.banksFor(transaction.mode);
      const connector = banks.connectorFor(input.bankId);
      if (!connector || !offered.some(({ id }) => id === input.bankId)) {
        throw new AppError("bank_unavailable", { retryAfterSeconds: 10 });
      }
      const current = await repository.findOpen(transaction.id);
      if (current && current.bankId !== input.bankId) await release(current);
      const authorisation = await starter.open(transaction.id, input.bankId);
      return {
        approvalUrl: await starter.submit(authorisation, transaction, connector, input.payerIp),
      };
    },

    /** The payer came back from the bank with `state`: asks the bank, since the redirect itself proves nothing. */
    async settleReturn(state: string): Promise<{ reference: string } | undefined> {
      const authorisation = await repository.findByState(state);
      if (!authorisation) return undefined;
      await refresh(authorisation).catch((error: unknown) => {
        if (!(error instanceof BankError)) throw error;
        logger.warn(
          { authorisationId: authorisation.id, kind: error.kind },
          "the bank could not be asked",
        );
      });
      const transaction = await lifecycle.find(db, authorisation.transactionId);
      return transaction && { reference: transaction.reference };
    },

    /**
     * Ends a pending transaction for `reason` once no bank can execute it any more, and answers how it then stands:
     * `processing` if a bank may, `succeeded` if it has.
     */
    async endUnpaid(
      transactionId: string,
      reason: FailureReason,
    ): Promise<Transaction | undefined> {
      for (;;) {
        const open = await repository.findOpen(transactionId);
        if (open && open.status !== "processing") await release(open);
        const transaction = await db.transaction(async (tx) => {
          const locked = await lifecycle.lock(tx, transactionId);
          if (!locked || isFinal(locked.status) || locked.status === "processing") return locked;
          if (await createAuthorisationRepository(tx).findOpen(transactionId)) return undefined;
          return lifecycle.fail(tx, transactionId, reason);
        });
        // A payer started a new try in between; it is released in its turn. Tries are limited, so this ends.
        if (transaction || !(await repository.findOpen(transactionId))) return transaction;
      }
    },

    /** Asks the bank about the latest try of a transaction. Throws {@link BankError} when it does not answer. */
    async refreshLatest(transactionId: string): Promise<void> {
      const latest = await repository.findLatest(transactionId);
      if (latest) await refresh(latest);
    },

    latest: (transactionId: string) => repository.findLatest(transactionId),
    count: (transactionId: string) => repository.count(transactionId),

    /** Asks the banks of all tries that are due; answers how many it took. */
    async pollDue(limit = 20): Promise<number> {
      const now = clock.now();
      const due = await repository.claimDue(now, new Date(now.getTime() + LEASE_MS), limit);
      await Promise.all(
        due.map((authorisation) =>
          refresh(authorisation).catch(async (error: unknown) => {
            logger.warn(
              { authorisationId: authorisation.id, err: error },
              "the bank could not be asked",
            );
            await postpone(authorisation);
          }),
        ),
      );
      return due.length;
    },

    nextPollDueAt: () => repository.nextDueAt(),
  };
}
