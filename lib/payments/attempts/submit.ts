import {
  type Approval,
  type BankConnector,
  BankError,
  type PaymentHandle,
  type PaymentOrder,
  type PaymentReport,
  type StartedPayment,
} from "#lib/banks/connector.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  type Attempt,
  hasNoApproval,
  isOpen,
  isPayable,
  isWaiting,
  newAttempt,
  nextPollAt,
  REFUSED_STATUS,
  refuseUnpayable,
  returnUrlOf,
} from "./attempt.ts";
import type { AttemptDeps } from "./bank.ts";
import { newGrantState, sealRequest } from "./oauth/grant.ts";
import { accessTokenFor, askFirst } from "./oauth/tokens.ts";
import { remittanceOf } from "./remittance.ts";
import * as repository from "./repository.ts";
import {
  applyNeverOffered,
  applyRefused,
  applyReport,
  failAttempt,
  replaceRefused,
} from "./settle.ts";

export type Submission = {
  attempt: Attempt;
  /** Without a description, it is looked up. */
  transaction: Transaction & Partial<Pick<WholeTransaction, "description">>;
  connector: BankConnector;
  payerIp: string | undefined;
};

/** The approval address. `undefined`: the payer waits on our page, which knows why. */
export type Sent = string | undefined;

/**
 * Retries without the payer's account if the bank refuses it.
 * @throws AppError `bank_unavailable` when the bank refuses or can't be reached, `transaction_final`, `transaction_in_progress`
 */
export async function submit(deps: AttemptDeps, submission: Submission): Promise<Sent> {
  const { attempt, connector } = submission;
  if (attempt.approvalUrl) return attempt.approvalUrl;
  if (isWaiting(attempt)) return undefined;
  try {
    return (await askFirst(deps, attempt, connector)) ?? (await sendOrder(deps, submission));
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    const next = await afterFailure(deps, attempt, error);
    if (next) return submit(deps, { ...submission, attempt: next });
    throw new AppError("bank_unavailable", { cause: error, retryAfterSeconds: 10 });
  }
}

/**
 * With the same request id, to learn the bank's id, so that it can be cancelled. Its approval address is never given out.
 * @throws BankError when the bank does not respond
 */
export async function resubmit(
  deps: AttemptDeps,
  attempt: Attempt,
  connector: BankConnector,
): Promise<Attempt | undefined> {
  const transaction = await deps.lifecycle.find(deps.db, attempt.transactionId);
  if (!transaction) return undefined;
  try {
    const submission = { attempt, transaction, connector, payerIp: undefined };
    const { started } = await callBank(deps, submission);
    return (await storeResponse(deps, attempt, { paymentId: started.paymentId })).stored;
  } catch (error) {
    if (!(error instanceof BankError) || error.kind !== "refused") throw error;
    await applyRefused(deps, attempt.id);
    return repository.find(deps.db, attempt.id);
  }
}

async function sendOrder(deps: AttemptDeps, submission: Submission): Promise<Sent> {
  const { attempt, connector } = submission;
  const { started, accessToken } = await callBank(deps, submission);
  const { stored, isOurs } = await storeResponse(deps, attempt, started);
  const { paymentId } = started;
  const { currency } = attempt;
  if (!isOurs) await withdraw(deps, attempt, connector, { paymentId, currency, accessToken });
  // Ended during the bank call: the payer never gets this address.
  if (!stored || (stored.approvalUrl === null && !isOpen(stored))) {
    throw new AppError("transaction_final");
  }
  if (isWaiting(stored)) return undefined;
  const isMoving = stored.approvalUrl === null || (started.report?.state ?? "open") !== "open";
  if (isMoving && stored.bankPaymentId) {
    const handle = { paymentId: stored.bankPaymentId, currency: stored.currency, accessToken };
    await readAtOnce(deps, stored, () => connector.readPayment(handle));
  }
  return stored.approvalUrl ?? leadWithoutAddress(deps, stored);
}

/** The bank has the order, so a status that can't be read is no reason to say that it does not. */
async function readAtOnce(
  deps: AttemptDeps,
  { id: attemptId }: Attempt,
  read: () => Promise<PaymentReport>,
): Promise<void> {
  try {
    await applyReport(deps, attemptId, await read());
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    deps.logger.warn({ attemptId, kind: error.kind }, "the bank could not be polled");
  }
}

async function leadWithoutAddress(
  { db, clock, lifecycle }: AttemptDeps,
  { id, transactionId }: Attempt,
): Promise<undefined> {
  const transaction = await lifecycle.find(db, transactionId);
  if (transaction) refuseUnpayable(transaction, clock.now());
  const attempt = await repository.find(db, id);
  if (attempt && hasNoApproval(attempt)) return undefined;
  throw new BankError("unexpected_answer", "the bank ended the payment at once");
}

// The same `requestId` returns the same payment, never a second one.
async function callBank(
  deps: AttemptDeps,
  { attempt, transaction, connector, payerIp }: Submission,
) {
  const accessToken = await accessTokenFor(deps, attempt, connector);
  const { payerSessionId, sendsPayerIban, bankId } = attempt;
  const hasDetails = sendsPayerIban && payerSessionId !== null;
  // Read from the session again, so that a repeated request is identical.
  const entered =
    hasDetails && connector.needs ? await deps.bankDetails(payerSessionId, bankId) : {};
  const { id, externalId } = transaction;
  const { description = await deps.lifecycle.descriptionOf(deps.db, id) } = transaction;
  const remittance = remittanceOf({ id, externalId, description });
  const started = await connector.startPayment({
    ...orderOf(attempt, remittance, returnUrlOf(attempt, transaction, deps)),
    accessToken,
    state: connector.oauth && newGrantState(deps.seal, attempt.id),
    payerIp,
    payerIban: entered.iban ?? (hasDetails ? await deps.payerIban(payerSessionId) : undefined),
    payerId: entered.id,
  });
  return { started, accessToken };
}

/** Identical in every request. */
function orderOf(
  attempt: Attempt,
  remittance: string,
  returnUrl: string,
): Omit<PaymentOrder, "payerIp" | "payerIban" | "payerId" | "accessToken" | "state"> {
  const { endToEndId, requestId, amount, currency, payeeIban, payeeName } = attempt;
  return {
    endToEndId,
    requestId,
    amount,
    currency,
    payee: { iban: payeeIban, name: payeeName },
    remittance,
    redirectUrl: returnUrl,
    nokRedirectUrl: returnUrl,
  };
}

/** Ignored once the attempt has ended, or after another response. Without an approval address, the bank's status decides. */
function storeResponse(
  { db, clock, seal, lifecycle }: AttemptDeps,
  { id, transactionId }: Attempt,
  started: StartedPayment,
) {
  return db.transaction(async (tx) => {
    await lifecycle.lock(tx, transactionId);
    const current = await repository.find(tx, id);
    const known = current?.bankPaymentId ?? null;
    const isOurs = known === started.paymentId;
    if (!current || !isOpen(current) || (known !== null && !isOurs)) {
      return { stored: current, isOurs };
    }
    const { approval } = started;
    const isOffered = current.status === "starting" && approval !== undefined;
    if (isOurs && !isOffered) return { stored: current, isOurs };
    const now = clock.now();
    const stored = await repository.advance(tx, id, current.status, {
      bankPaymentId: started.paymentId,
      ...(isOffered && { status: "awaiting_payer", ...toColumns(approval) }),
      ...(isOffered &&
        started.grantRequest && { sealedGrant: sealRequest(seal, id, started.grantRequest) }),
      bankStatus: started.report?.bankStatus ?? null,
      pollCount: 0,
      nextPollAt: nextPollAt(0, now),
      updatedAt: now,
    });
    return { stored, isOurs: true };
  });
}

const toColumns = (approval: Approval): Partial<Attempt> =>
  approval.kind === "address"
    ? { approvalUrl: approval.url }
    : { approvalMessage: approval.message ?? "" };

/** Of a payment no payer was sent to; raises an alert if the bank does not cancel. */
export async function withdraw(
  { db, clock, logger }: Pick<AttemptDeps, "db" | "clock" | "logger">,
  { id: attemptId, transactionId, status: ourStatus }: Attempt,
  connector: BankConnector,
  payment: PaymentHandle,
): Promise<void> {
  const { paymentId: bankPaymentId } = payment;
  const status = await cancelUntracked(connector, payment);
  if (status === undefined) return;
  // An alert is raised once per status, and there may be several such payments.
  const bankStatus = `${status} of ${bankPaymentId}`;
  const found = { attemptId, transactionId, ourStatus, bankStatus, bankPaymentId };
  await db.transaction((tx) =>
    raiseBankAlert(tx, clock.now(), { ...found, kind: "untracked_payment" }),
  );
  logger.error(
    { alert: "bank_untracked_payment", ...found },
    "an untracked payment could not be cancelled",
  );
}

/** `undefined` if cancelled, otherwise the bank's status; `unknown` without a response. */
async function cancelUntracked(connector: BankConnector, payment: PaymentHandle) {
  try {
    const { state, bankStatus } = await connector.cancelPayment(payment);
    return state === "cancelled" || state === "declined" ? undefined : bankStatus;
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    return "unknown";
  }
}

async function afterFailure(deps: AttemptDeps, attempt: Attempt, error: BankError) {
  if (error.kind === "refused") return afterRefusal(deps, attempt, error);
  if (error.kind !== "denied") return undefined;
  const { id: attemptId, bankId } = attempt;
  const { code, message } = error;
  if (code?.startsWith("TOKEN_")) {
    // The bank no longer accepts the token, but the payer can grant again.
    await repository.replaceGrant(deps.db, attempt, { sealedGrant: null });
  } else {
    deps.logger.error({ alert: "bank_denied", attemptId, bankId, code }, message);
  }
  return undefined;
}

async function afterRefusal(deps: AttemptDeps, attempt: Attempt, refusal: BankError) {
  const needs = deps.banks.connectorFor(attempt.bankId, attempt.mode)?.needs;
  const mayLeaveOut = attempt.sendsPayerIban && !needs?.length;
  if (mayLeaveOut && mayMindAccount(refusal)) return withoutAccount(deps, attempt);
  await applyNeverOffered(deps, attempt.id);
  return undefined;
}

/** Returns the one without the payer's account, also if another request stored it. */
function withoutAccount(deps: AttemptDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const { id, transactionId, bankId, payerSessionId } = attempt;
  return deps.db.transaction(async (tx) => {
    const transaction = await deps.lifecycle.lock(tx, transactionId);
    const refused = await repository.find(tx, id);
    if (!transaction || !refused) return undefined;
    const now = deps.clock.now();
    const isNew = refused.status === "starting" && refused.bankPaymentId === null;
    if (isNew && isPayable(transaction, now)) {
      const values = { bankId, payerSessionId, sendsPayerIban: false, now };
      await replaceRefused(deps, tx, refused, newAttempt(transaction, values));
    } else if (isNew) {
      const failure = { reason: "bank_unavailable", bankStatus: REFUSED_STATUS } as const;
      await failAttempt(deps, tx, { transaction, attempt: refused, ...failure });
    }
    const current = await repository.findOpen(tx, transactionId);
    // Not the refused one, which may stay open.
    return current?.bankId === bankId && current.id !== id ? current : undefined;
  });
}

// Banks refuse accounts with these codes, which may also have other causes.
const ACCOUNT_CODES = new Set(["PAYMENT_FAILED", "FORMAT_ERROR", "FUNDS_NOT_AVAILABLE"]);

/** `true` if the error names the account field, or no cause. */
function mayMindAccount({ code, field }: BankError): boolean {
  if (field !== undefined) return /debtor-?account/i.test(field);
  return code === undefined || ACCOUNT_CODES.has(code);
}
