import {
  type BankConnector,
  BankError,
  type PaymentHandle,
  type PaymentOrder,
  type StartedPayment,
} from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { Logger } from "#lib/logger.ts";
import type { Lifecycle } from "#lib/transactions/lifecycle.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import {
  type Authorisation,
  MAX_AUTHORISATIONS,
  newAuthorisation,
  nextPollAt,
} from "./authorisation.ts";
import { refuseUnpayable } from "./payable.ts";
import { createRefusalHandler } from "./refusal.ts";
import type { ReportHandler } from "./report.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
  reports: ReportHandler;
  payerAppUrl: string;
  /** Where payers of direct transactions come back to. */
  secureUrl: string;
  /** The payer's own account, where the merchant told it; always the same one for a session. */
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
};

/** Starts a try at a bank. What the bank is told is stored before it is called, so that a crash never debits twice. */
export function createStarter(deps: Deps) {
  const { db, clock, logger, lifecycle, reports } = deps;
  const afterRefusal = createRefusalHandler(deps);

  /** Stores a new try, or answers the open one at the same bank, which stays that of the session that began it. */
  async function open(
    transactionId: string,
    bankId: string,
    payerSessionId: string | null,
  ): Promise<Authorisation> {
    const isTold = payerSessionId !== null && (await deps.payerIban(payerSessionId)) !== undefined;
    return db.transaction(async (tx) => {
      const transaction = await lifecycle.lock(tx, transactionId);
      if (!transaction) throw new AppError("not_found");
      refuseUnpayable(transaction, clock.now());
      const repository = createAuthorisationRepository(tx);
      const current = await repository.findOpen(transactionId);
      if (current?.bankId === bankId) return current;
      if (current) throw new AppError("authorisation_open");
      if ((await repository.count(transactionId)) >= MAX_AUTHORISATIONS) {
        throw new AppError("attempts_exhausted");
      }
      const tellsPayerIban =
        isTold && !(await repository.hasRefusedPayerIban(transactionId, bankId));
      const values = { bankId, payerSessionId, tellsPayerIban, now: clock.now() };
      const authorisation = newAuthorisation(transaction, values);
      await repository.insert(authorisation);
      return authorisation;
    });
  }

  // Read anew from the session that began the try, so that asking again after a crash sends the bank the same words.
  async function payerIbanOf({
    payerSessionId,
    tellsPayerIban,
  }: Authorisation): Promise<string | undefined> {
    return tellsPayerIban && payerSessionId !== null ? deps.payerIban(payerSessionId) : undefined;
  }

  /** Tells the bank of a stored try. The same `requestId` asks for the same payment again, never for a second one. */
  async function ask(
    authorisation: Authorisation,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string> {
    // The pages of a direct transaction belong to its webview, and only there does the payer have a session.
    const pages = transaction.flow === "direct" ? deps.secureUrl : deps.payerAppUrl;
    const started = await connector.startPayment({
      ...orderOf(authorisation, transaction, pages),
      payerIp,
      payerIban: await payerIbanOf(authorisation),
    });
    const { stored, isOurs } = await store(authorisation, started);
    if (!isOurs)
      await withdraw(logger, connector, { ...started, currency: authorisation.currency });
    // The transaction ended while the bank was answering, so the payer never gets this address.
    if (!stored?.approvalUrl) throw new AppError("transaction_final");
    if (started.report.state !== "open" && stored.bankPaymentId) {
      const handle = { paymentId: stored.bankPaymentId, currency: stored.currency };
      await reports.apply(stored.id, await connector.readPayment(handle));
    }
    return stored.approvalUrl;
  }

  /** Keeps the bank's answer, unless the try has ended or another answer to the same request came first. */
  function store({ id, transactionId }: Authorisation, started: StartedPayment) {
    return db.transaction(async (tx) => {
      await lifecycle.lock(tx, transactionId);
      const repository = createAuthorisationRepository(tx);
      const now = clock.now();
      const offered = await repository.advance(id, "starting", {
        status: "awaiting_payer",
        bankPaymentId: started.paymentId,
        approvalUrl: started.approvalUrl,
        bankStatus: started.report.bankStatus,
        pollCount: 0,
        nextPollAt: nextPollAt(0, now),
        updatedAt: now,
      });
      if (offered) return { stored: offered, isOurs: true };
      const current = await repository.find(id);
      return { stored: current, isOurs: current?.bankPaymentId === started.paymentId };
    });
  }

  /**
   * Submits a stored try, and one without the payer's account where the bank refuses that; throws `bank_unavailable` when
   * the bank refuses that too or can't be reached.
   */
  async function submit(
    authorisation: Authorisation,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string> {
    if (authorisation.approvalUrl) return authorisation.approvalUrl;
    try {
      return await ask(authorisation, transaction, connector, payerIp);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const next = error.kind === "refused" ? await afterRefusal(authorisation) : undefined;
      if (next) return submit(next, transaction, connector, payerIp);
      throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
    }
  }

  return { open, submit };
}

/** Takes back a payment nobody was sent to; one that moved all the same is for a person to look at. */
async function withdraw(
  logger: Logger,
  connector: BankConnector,
  payment: PaymentHandle,
): Promise<void> {
  try {
    const { state, bankStatus } = await connector.cancelPayment(payment);
    if (state === "cancelled" || state === "declined") return;
    const { paymentId } = payment;
    logger.error({ alert: "bank_untracked_payment", paymentId, bankStatus }, "not withdrawn");
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    logger.warn({ kind: error.kind }, "a payment nobody was sent to could not be withdrawn");
  }
}

/** The order as a bank is told it, the same at every asking. */
function orderOf(
  authorisation: Authorisation,
  { id, externalId, reference }: Transaction,
  pages: string,
): Omit<PaymentOrder, "payerIp" | "payerIban"> {
  const { endToEndId, requestId, amount, currency, payeeIban, payeeName, state } = authorisation;
  const returnUrl = `${pages}/${reference}/return?state=${state}`;
  return {
    endToEndId,
    requestId,
    amount,
    currency,
    payee: { iban: payeeIban, name: payeeName },
    remittance: (externalId ?? id).slice(0, 140),
    redirectUrl: returnUrl,
    nokRedirectUrl: returnUrl,
  };
}
