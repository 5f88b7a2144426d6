import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createAnswerKeeper } from "./answer-keeper.ts";
import { type Attempt, isOpen, MAX_ATTEMPTS, newAttempt } from "./attempt.ts";
import type { Grants } from "./grants.ts";
import { createLearner } from "./learn.ts";
import { refuseLocked, refuseUnpayable } from "./payable.ts";
import { createOrderPlacer } from "./place.ts";
import { createRefusalHandler } from "./refusal.ts";
import type { ReportHandler } from "./report.ts";
import { createAttemptRepository } from "./repository.ts";
import { createWithdrawal } from "./withdrawal.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
  reports: ReportHandler;
  grants: Grants;
  payerAppUrl: string;
  /** Where payers of direct transactions come back to. */
  secureUrl: string;
  /** The payer's own account, where the merchant told it; always the same one for a session. */
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
};

/** At which bank, by whose session, and in which browser, where one is known. */
type Beginning = { bankId: string; payerSessionId: string | null; browserId: string | undefined };

/** Starts a try at a bank. What the bank is told is stored before it is called, so that a crash never debits twice. */
export function createStarter(deps: Deps) {
  const { db, clock, lifecycle, reports } = deps;
  const afterRefusal = createRefusalHandler(deps);
  const withdraw = createWithdrawal(deps);
  const store = createAnswerKeeper(deps);
  const place = createOrderPlacer(deps);

  /** Stores a new try, or answers the open one at the same bank, which stays that of the session that began it. */
  async function open(
    transactionId: string,
    { bankId, payerSessionId, browserId }: Beginning,
  ): Promise<Attempt> {
    const hasPayerIban =
      payerSessionId !== null && (await deps.payerIban(payerSessionId)) !== undefined;
    return db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      if (!transaction) throw new AppError("not_found");
      refuseUnpayable(transaction, clock.now());
      refuseLocked(transaction, browserId);
      await refuseDoubtful(tx, transactionId);
      const repository = createAttemptRepository(tx);
      const current = await repository.findOpen(transactionId);
      if (current?.bankId === bankId) return current;
      if (current) throw new AppError("authorisation_open");
      if ((await repository.count(transactionId)) >= MAX_ATTEMPTS) {
        throw new AppError("attempts_exhausted");
      }
      const sendsPayerIban =
        hasPayerIban && !(await repository.hasRefusedPayerIban(transactionId, bankId));
      const values = { bankId, payerSessionId, sendsPayerIban, now: clock.now() };
      const attempt = newAttempt(transaction, values);
      await repository.insert(attempt);
      return attempt;
    });
  }

  /** Places the order and keeps the answer; answers where the payer approves. */
  async function ask(
    attempt: Attempt,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string> {
    const { started, accessToken } = await place(attempt, transaction, connector, payerIp);
    const { stored, isOurs } = await store(attempt, started);
    const { paymentId } = started;
    const { currency } = attempt;
    if (!isOurs) await withdraw(attempt, connector, { paymentId, currency, accessToken });
    // The transaction ended while the bank was answering, so the payer never gets this address.
    if (!stored || (stored.approvalUrl === null && !isOpen(stored))) {
      throw new AppError("transaction_final");
    }
    const isMoving = stored.approvalUrl === null || (started.report?.state ?? "open") !== "open";
    if (isMoving && stored.bankPaymentId) {
      const handle = { paymentId: stored.bankPaymentId, currency: stored.currency, accessToken };
      await reports.apply(stored.id, await connector.readPayment(handle));
    }
    return stored.approvalUrl ?? refuseWithoutAddress(transaction.id);
  }

  /** Throws what a payer is told whose payment the bank has, but who has nowhere to approve it. */
  async function refuseWithoutAddress(transactionId: string): Promise<never> {
    const transaction = await lifecycle.find(db, transactionId);
    if (transaction) refuseUnpayable(transaction, clock.now());
    throw new BankError("unexpected_answer", "the bank gave no usable approval address");
  }

  /** Does what a failure asks for; answers the try to go on with, if there is one. */
  async function afterFailure(attempt: Attempt, error: BankError) {
    if (error.kind === "refused") return afterRefusal(attempt, error);
    if (error.kind !== "denied") return undefined;
    const { id: attemptId, bankId } = attempt;
    const { code, message } = error;
    if (code?.startsWith("TOKEN_")) {
      // The payer can grant anew what the bank does not take any more.
      await createAttemptRepository(db).replaceGrant(attempt, { sealedGrant: null });
    } else {
      deps.logger.error({ alert: "bank_denied", attemptId, bankId, code }, message);
    }
    return undefined;
  }

  /**
   * Submits a stored try, and one without the payer's account where the bank refuses that; throws `bank_unavailable` when
   * the bank refuses that too or can't be reached.
   */
  async function submit(
    attempt: Attempt,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string> {
    if (attempt.approvalUrl) return attempt.approvalUrl;
    try {
      const before = await deps.grants.askFirst(attempt, connector);
      return before ?? (await ask(attempt, transaction, connector, payerIp));
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const next = await afterFailure(attempt, error);
      if (next) return submit(next, transaction, connector, payerIp);
      throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
    }
  }

  return { open, submit, learn: createLearner({ ...deps, place, store }) };
}

/** Throws `transaction_in_progress` while nobody has looked into a bank that may have executed a try it turned down. */
async function refuseDoubtful(tx: Database, transactionId: string): Promise<void> {
  if (await hasOpenBankAlert(tx, transactionId)) throw new AppError("payment_in_question");
}
