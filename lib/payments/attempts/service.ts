import type { BankChoice, NeededFromPayer } from "#lib/banks/connector.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import type {
  Checkout,
  Transaction,
  WholeTransaction,
} from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import type { Attempt } from "./attempt.ts";
import { type AttemptDeps, type BankCalls, createBankCalls } from "./bank.ts";
import { endIdle, endUnpaid, switchFrom } from "./cancel.ts";
import { receiveGrantReturn } from "./oauth/return.ts";
import { checkMissingBanks, createPolling } from "./poll.ts";
import { askAboutLast, askNow, refresh } from "./refresh.ts";
import * as repository from "./repository.ts";
import { consumeReturn, noteReturn, settleReturn } from "./returns.ts";
import { applySilence, reportLateMoney, settleByMoney } from "./settle.ts";
import { type Start, startAttempt } from "./start.ts";
import type { Sent } from "./submit.ts";
import { endWithoutBank, type OwnEnd } from "./without-bank.ts";

type Deps = AttemptDeps & { calls: BankCalls };

export type AttemptService = ReturnType<typeof createAttemptService>;

export function createAttemptService(given: AttemptDeps) {
  const { db } = given;
  const deps: Deps = { ...given, calls: createBankCalls(given) };
  const polling = createPolling({
    ...given,
    refresh: (attempt) => refresh(deps, attempt),
    silence: (attemptId) => applySilence(deps, attemptId),
  });
  return {
    banks: (reference: string) => banksFor(deps, reference),
    start: (input: Start & { reference: string }) => start(deps, input),

    /** What the payer must enter before an order to this bank. */
    neededAt: ({ mode }: Transaction, bankId: string): readonly NeededFromPayer[] =>
      deps.banks.connectorFor(bankId, mode)?.needs ?? [],

    startOn: (transaction: Transaction & Checkout, input: Start) =>
      startAttempt(deps, transaction, input),

    settleReturn: (state: string) => settleReturn(deps, state),
    receiveGrant: (query: URLSearchParams, payerIp: string | undefined) =>
      receiveGrantReturn(deps, query, payerIp),
    consumeReturn: (state: string, tx?: Database) => consumeReturn(deps, state, tx),
    noteReturn: (state: string) => noteReturn(deps, state),

    endUnpaid: (transactionId: string, reason: EndReason) => endUnpaid(deps, transactionId, reason),
    endIdle: (transactionIds: string[], reason: EndReason) => endIdle(deps, transactionIds, reason),
    endForPayer: (transactionId: string, reason: EndReason) =>
      endForPayer(deps, transactionId, reason),

    /** Never waits for another request's bank call. */
    expireForPage: (transactionId: string) =>
      endUnpaid(deps, transactionId, "expired", (open) => deps.calls.take("cancel", open)),

    /** The caller locks the transaction. */
    isOpen: async (tx: Database, transactionId: string) =>
      (await repository.findOpen(tx, transactionId)) !== undefined,

    findOpen: (tx: Database, transactionId: string) => repository.findOpen(tx, transactionId),

    find: (tx: Database, id: string) => repository.find(tx, id),

    settleByMoney: (tx: Database, attempt: Attempt) => settleByMoney(deps, tx, attempt),
    reportLateMoney: (tx: Database, attempt: Attempt) => reportLateMoney(deps, tx, attempt),

    endWithoutBank: (tx: Database, end: OwnEnd) => endWithoutBank(deps, tx, end),

    cancelAtBank: (transactionId: string) => cancelAtBank(deps, transactionId),

    askAboutLast: (transactionId: string, options: { waits: boolean }) =>
      askAboutLast(deps, transactionId, options),
    refreshLatest: (transactionId: string) => refreshLatest(deps, transactionId),
    payingBank: (transactionId: string) => findPayingBank(deps, transactionId),

    /** The session of the payer whose attempt paid. */
    payingSession: async (transactionId: string) =>
      (await repository.findSucceeded(db, transactionId))?.payerSessionId ?? undefined,

    latest: (transactionId: string) => repository.findLatest(db, transactionId),
    count: (transactionId: string) => repository.countForPayer(db, transactionId),

    ...polling,
    checkMissingBanks: () => checkMissingBanks(deps),
  };
}

/** Paused ones are marked, not left out. */
async function banksFor(deps: Deps, reference: string): Promise<BankChoice[]> {
  const transaction = await payable(deps, reference);
  return deps.banks.banksFor(transaction.mode, transaction.currency);
}

/**
 * `orderDigest` binds what the payer saw.
 * @throws AppError `not_found`, `order_changed`, `claimed_elsewhere`, `bank_unavailable`, `attempts_exhausted`,
 * `payment_in_question`, `authorisation_open`, `transaction_final`, `transaction_in_progress`
 */
async function start(
  deps: Deps,
  { reference, ...input }: Start & { reference: string },
): Promise<{ approvalUrl: Sent }> {
  const transaction = await payable(deps, reference);
  return { approvalUrl: await startAttempt(deps, transaction, input) };
}

function endForPayer(deps: Deps, transactionId: string, reason: EndReason) {
  const { db, calls, lifecycle } = deps;
  return endUnpaid(deps, transactionId, reason, (open) =>
    calls.waitForTurn("cancel", open, async () => {
      const transaction = await lifecycle.find(db, transactionId);
      return transaction?.status !== "pending";
    }),
  );
}

/** Keeps an attempt that is approved, or that the bank does not cancel. */
async function cancelAtBank(deps: Deps, transactionId: string): Promise<void> {
  const open = await repository.findOpen(deps.db, transactionId);
  if (!open || open.status === "processing") return;
  try {
    await switchFrom(deps, open);
  } catch (error) {
    if (!isAppError(error)) throw error;
    deps.logger.warn({ attemptId: open.id, code: error.code }, "the bank did not cancel");
  }
}

/** @throws BankError when the sandbox bank does not respond */
async function refreshLatest(deps: Deps, transactionId: string): Promise<void> {
  const latest = await repository.findLatest(deps.db, transactionId);
  if (latest) await askNow(deps, latest);
}

async function findPayingBank(
  { db, banks, lifecycle }: Deps,
  transactionId: string,
): Promise<BankChoice | undefined> {
  const paid = await repository.findSucceeded(db, transactionId);
  const transaction = paid && (await lifecycle.find(db, transactionId));
  if (!transaction) return undefined;
  return (await banks.banksFor(transaction.mode)).find(({ id }) => id === paid.bankId);
}

async function payable({ db, lifecycle }: Deps, reference: string): Promise<WholeTransaction> {
  const transaction = await lifecycle.findByReference(db, reference);
  if (!transaction) throw new AppError("not_found");
  return transaction;
}
