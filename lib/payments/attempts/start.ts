import type { BankConnector } from "#lib/banks/connector.ts";
import { hasOpenBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import type { Checkout, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import {
  type Attempt,
  hasNoApproval,
  hasNoneLeft,
  isOpen,
  isRefusedWithIban,
  isWaiting,
  newAttempt,
  refuseLocked,
  refuseUnpayable,
} from "./attempt.ts";
import { type AttemptDeps, BANK_CALL_INTERVAL_MS, type BankCalls } from "./bank.ts";
import { switchFrom } from "./cancel.ts";
import { askAboutFailed } from "./refresh.ts";
import * as repository from "./repository.ts";
import { type Sent, type Submission, submit } from "./submit.ts";

type Deps = AttemptDeps & { calls: BankCalls };

/** `browserId` must hold the device lock. */
export type Start = {
  bankId: string;
  orderDigest: string;
  payerIp: string | undefined;
  /** `isNamed`: entered what this bank needs. */
  payer?: { sessionId: string; hasIban: boolean; isNamed?: boolean } | undefined;
  browserId?: string | undefined;
};

export async function startAttempt(
  deps: Deps,
  transaction: Transaction & Checkout,
  { bankId, orderDigest, payerIp, payer, browserId }: Start,
): Promise<Sent> {
  if (orderDigest !== deps.orderDigest(transaction)) throw new AppError("order_changed");
  const attempts = await repository.listOf(deps.db, transaction.id);
  const connector = await requireBank(deps, { transaction, attempts, bankId });
  refuseUnpayable(transaction, deps.clock.now());
  refuseLocked(transaction, browserId);
  await askAboutFailed(deps, attempts[0], { waits: true });
  await leaveOtherBank(deps, attempts, bankId);
  const attempt = await openAttempt(deps, transaction.id, { bankId, payer, browserId });
  return submitInTurn(deps, { attempt, transaction, connector, payerIp });
}

type Chosen = { transaction: Transaction; attempts: readonly Attempt[]; bankId: string };

async function requireBank(
  { banks }: Deps,
  { transaction: { mode, currency }, attempts, bankId }: Chosen,
): Promise<BankConnector> {
  const offered = (await banks.banksFor(mode, currency)).find(({ id }) => id === bankId);
  const connector: BankConnector | undefined = banks.connectorFor(bankId, mode);
  const isOpenThere = attempts.find(isOpen)?.bankId === bankId;
  // An attempt that is open at a paused bank goes on.
  if (connector && offered && (!offered.isPaused || isOpenThere)) return connector;
  throw new AppError("bank_unavailable", { retryAfterSeconds: 10 });
}

async function leaveOtherBank(
  deps: Deps,
  attempts: readonly Attempt[],
  bankId: string,
): Promise<void> {
  const current = attempts.find(isOpen);
  if (!current || current.bankId === bankId) return;
  if (hasNoneLeft(attempts)) throw new AppError("attempts_exhausted");
  const isChanged = async () => {
    const now = await repository.findOpen(deps.db, current.transactionId);
    return now?.id !== current.id || now.status !== current.status;
  };
  if (await deps.calls.waitForTurn("switch", current, isChanged)) await switchFrom(deps, current);
}

type Choice = Pick<Start, "bankId" | "payer" | "browserId">;

/** An open attempt at the same bank keeps its session. Stored before the bank call: a crash never debits twice. */
async function openAttempt(
  { db, clock, lifecycle }: Deps,
  transactionId: string,
  { bankId, payer, browserId }: Choice,
): Promise<Attempt> {
  return db.transaction(async (tx) => {
    const transaction = await lifecycle.lockWithCheckout(tx, transactionId);
    if (!transaction) throw new AppError("not_found");
    refuseUnpayable(transaction, clock.now());
    refuseLocked(transaction, browserId);
    await refuseDoubtful(tx, transactionId);
    const attempts = await repository.listOf(tx, transactionId);
    const current = attempts.find(isOpen);
    if (current?.bankId === bankId) return current;
    if (current) throw new AppError("authorisation_open");
    if (hasNoneLeft(attempts)) throw new AppError("attempts_exhausted");
    const refused = attempts.filter(isRefusedWithIban);
    const isWelcome = !refused.some((one) => one.bankId === bankId);
    const sendsPayerIban = payer?.isNamed === true || (payer?.hasIban === true && isWelcome);
    const payerSessionId = payer?.sessionId ?? null;
    const values = { bankId, payerSessionId, sendsPayerIban, now: clock.now() };
    const attempt = newAttempt(transaction, values);
    await repository.insert(tx, attempt);
    return attempt;
  });
}

/** While a bank may have executed a failed attempt. */
async function refuseDoubtful(tx: Database, transactionId: string): Promise<void> {
  if (await hasOpenBankAlert(tx, transactionId)) throw new AppError("payment_in_question");
}

/** One request submits; the others wait for its approval. */
async function submitInTurn(deps: Deps, submission: Submission): Promise<Sent> {
  const { attempt, transaction } = submission;
  const hasApproval = (one: Attempt) => one.approvalUrl !== null || isWaiting(one);
  if (hasApproval(attempt)) return attempt.approvalUrl ?? undefined;
  let current: Attempt | undefined = attempt;
  const isDone = async () => {
    current = await repository.findOpen(deps.db, transaction.id);
    return current?.bankId !== attempt.bankId || hasApproval(current);
  };
  if (await deps.calls.waitForTurn("order", attempt, isDone)) return submit(deps, submission);
  if (current?.bankId === attempt.bankId && (hasApproval(current) || hasNoApproval(current))) {
    return current.approvalUrl ?? undefined;
  }
  const now = await deps.lifecycle.find(deps.db, transaction.id);
  if (now) refuseUnpayable(now, deps.clock.now());
  throw new AppError("bank_unavailable", { retryAfterSeconds: BANK_CALL_INTERVAL_MS / 1000 });
}
