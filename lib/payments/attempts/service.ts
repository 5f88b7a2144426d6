import { type BankChoice, BankError } from "#lib/banks/connector.ts";
import type { EndReason } from "#lib/payments/model/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { type Attempt, isOpen } from "./attempt.ts";
import { type AttemptDeps, createBankCalls } from "./bank.ts";
import { endIdle, endUnpaid, switchFrom } from "./cancel.ts";
import { receiveGrantReturn } from "./oauth/return.ts";
import { checkMissingBanks, createPolling, refresh } from "./poll.ts";
import * as repository from "./repository.ts";
import { applySilence } from "./settle.ts";
import { type Start, startAttempt } from "./start.ts";
import { endWithoutBank, type OwnEnd } from "./without-bank.ts";

type SettledReturn = Pick<Transaction, "reference" | "flow"> & { transactionId: string };

const RETURNS_AFTER_END_MS = 60 * 60_000;

// 256 bits in base64url; any other text costs no query.
const isState = (text: string) => /^[\w-]{43}$/.test(text);

export type AttemptService = ReturnType<typeof createAttemptService>;

export function createAttemptService(deps: AttemptDeps) {
  const { db, clock, logger, lifecycle, banks } = deps;
  const calls = createBankCalls(deps);
  const polling = createPolling({
    ...deps,
    calls,
    refresh: (attempt) => refresh(deps, attempt),
    silence: (attemptId) => applySilence(deps, attemptId),
  });

  async function payable(reference: string): Promise<Transaction> {
    const transaction = await lifecycle.findByReference(db, reference);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  async function askOnReturn(attempt: Attempt): Promise<void> {
    try {
      await polling.askNow(attempt);
    } catch (error) {
      // The poll may resubmit the order, which can fail.
      if (!(error instanceof BankError) && !isAppError(error)) throw error;
      logger.warn({ attemptId: attempt.id, err: error }, "the bank could not be polled");
    }
  }

  return {
    /** Paused ones are marked, not left out. */
    async banks(reference: string): Promise<BankChoice[]> {
      const transaction = await payable(reference);
      return banks.banksFor(transaction.mode, transaction.currency);
    },

    /**
     * `orderDigest` binds what the payer saw.
     * @throws AppError `not_found`, `order_changed`, `claimed_elsewhere`, `bank_unavailable`, `attempts_exhausted`,
     * `payment_in_question`, `authorisation_open`, `transaction_final`, `transaction_in_progress`
     */
    async start({
      reference,
      ...start
    }: Start & { reference: string }): Promise<{ approvalUrl: string }> {
      const transaction = await payable(reference);
      const askAboutLast = (id: string) => polling.askAboutLast(id, { waits: true });
      const approvalUrl = await startAttempt({ ...deps, calls, askAboutLast }, transaction, start);
      return { approvalUrl };
    },

    /** Polls, because the redirect proves nothing. It may be repeated at any time. */
    async settleReturn(state: string): Promise<SettledReturn | undefined> {
      const attempt = isState(state) ? await repository.findByState(db, state) : undefined;
      if (!attempt) return undefined;
      if (isAskedOnReturn(attempt) && (await calls.take("status", attempt))) {
        await askOnReturn(attempt);
      }
      const transaction = await lifecycle.find(db, attempt.transactionId);
      if (!transaction) return undefined;
      const { id: transactionId, reference, flow } = transaction;
      return { transactionId, reference, flow };
    },

    receiveGrant: (query: URLSearchParams, payerIp: string | undefined) =>
      receiveGrantReturn({ ...deps, calls }, query, payerIp),

    /** Consumes `state` once. `undefined` if consumed or unknown, or if the transaction finished at least an hour ago. */
    async consumeReturn(
      state: string,
      tx: Database = db,
    ): Promise<{ transactionId: string; payerSessionId: string | null } | undefined> {
      if (!isState(state)) return undefined;
      const now = clock.now();
      const finishedAfter = new Date(now.getTime() - RETURNS_AFTER_END_MS);
      return repository.consumeState(tx, state, now, finishedAfter);
    },

    /** The payer waits for the bank's answer, so a bank without one is polled soon. Consumes `state`. */
    async noteReturn(state: string): Promise<void> {
      const attempt = await repository.noteReturn(db, state, clock.now());
      if (attempt?.status === "awaiting_payer") await polling.restartBackOff(attempt);
    },

    endUnpaid: (transactionId: string, reason: EndReason) => endUnpaid(deps, transactionId, reason),

    endIdle: (transactionIds: string[], reason: EndReason) => endIdle(deps, transactionIds, reason),

    /** Two forms at once call the bank once. */
    endForPayer: (transactionId: string, reason: EndReason) =>
      endUnpaid(deps, transactionId, reason, (open) =>
        calls.waitForTurn("cancel", open, async () => {
          const transaction = await lifecycle.find(db, transactionId);
          return transaction?.status !== "pending";
        }),
      ),

    /** Never waits for another request's bank call. */
    expireForPage: (transactionId: string) =>
      endUnpaid(deps, transactionId, "expired", (open) => calls.take("cancel", open)),

    /** The caller locks the transaction, so that no other payment begins. */
    isOpen: async (tx: Database, transactionId: string): Promise<boolean> =>
      (await repository.findOpen(tx, transactionId)) !== undefined,

    /** The caller locks the transaction. */
    findOpen: (tx: Database, transactionId: string): Promise<Attempt | undefined> =>
      repository.findOpen(tx, transactionId),

    /** Without its bank. The caller locks the transaction. */
    endWithoutBank: (tx: Database, end: OwnEnd): Promise<void> => endWithoutBank(deps, tx, end),

    /** Keeps an attempt that is approved, or that the bank does not cancel. */
    async cancelAtBank(transactionId: string): Promise<void> {
      const open = await repository.findOpen(db, transactionId);
      if (!open || open.status === "processing") return;
      try {
        await switchFrom(deps, open);
      } catch (error) {
        if (!isAppError(error)) throw error;
        logger.warn({ attemptId: open.id, code: error.code }, "the bank did not cancel");
      }
    },

    /** A different status raises an alert. */
    askAboutLast: polling.askAboutLast,

    /** @throws BankError when the sandbox bank does not respond */
    async refreshLatest(transactionId: string): Promise<void> {
      const latest = await repository.findLatest(db, transactionId);
      if (latest) await polling.askNow(latest);
    },

    /** `undefined` if not paid by an attempt, or no longer offered. */
    async payingBank(transactionId: string): Promise<BankChoice | undefined> {
      const paid = await repository.findSucceeded(db, transactionId);
      const transaction = paid && (await lifecycle.find(db, transactionId));
      if (!transaction) return undefined;
      return (await banks.banksFor(transaction.mode)).find(({ id }) => id === paid.bankId);
    },

    latest: (transactionId: string) => repository.findLatest(db, transactionId),
    count: (transactionId: string) => repository.countForPayer(db, transactionId),

    beginDue: polling.beginDue,
    settled: polling.settled,
    pollDue: polling.pollDue,
    nextPollDueAt: polling.nextPollDueAt,
    checkMissingBanks: () => checkMissingBanks(deps),
  };
}

// A failed attempt is polled as long as the bank may contradict itself.
function isAskedOnReturn(attempt: Attempt): boolean {
  const { status, nextPollAt } = attempt;
  return isOpen(attempt) || (status === "failed" && nextPollAt !== null);
}
