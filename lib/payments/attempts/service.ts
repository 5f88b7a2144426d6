import { type BankChoice, BankError } from "#lib/banks/connector.ts";
import type { EndReason } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError, isAppError } from "#lib/platform/errors.ts";
import { type Attempt, isOpen } from "./attempt.ts";
import { createBankCalls } from "./bank-calls.ts";
import { endUnpaid, switchFrom } from "./cancel.ts";
import type { AttemptDeps } from "./deps.ts";
import { receiveGrantReturn } from "./oauth/return.ts";
import { checkMissingBanks, createPolling } from "./poll.ts";
import { refresh } from "./refresh.ts";
import * as attempts from "./repository.ts";
import { applySilence } from "./settle.ts";
import { type Start, startAttempt } from "./start.ts";

/** The transaction whose payer came back from a bank. */
type SettledReturn = Pick<Transaction, "reference" | "flow"> & { transactionId: string };

const RETURNS_AFTER_END_MS = 60 * 60_000;

// 256 bits in base64url: any other text costs no query.
const isState = (text: string) => /^[\w-]{43}$/.test(text);

export type AttemptService = ReturnType<typeof createAttemptService>;

/** Verbs on attempts: one try to pay a transaction at one bank. The bank's word wins. */
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
      // A try whose order the bank has not taken yet may be sent by this, and not be taken again.
      if (!(error instanceof BankError) && !isAppError(error)) throw error;
      logger.warn({ attemptId: attempt.id, err: error }, "the bank could not be asked");
    }
  }

  return {
    /** The banks that can pay the transaction of `reference`. */
    async banks(reference: string): Promise<BankChoice[]> {
      const transaction = await payable(reference);
      return banks.banksFor(transaction.mode, transaction.currency);
    },

    /**
     * Starts a try and answers where the payer approves it. `orderDigest` binds what the payer saw.
     * `browserId`: of the browser that asks, which has to hold the order; none where no browser asks.
     * Throws `order_changed`, `claimed_elsewhere`, `bank_unavailable`, `attempts_exhausted`, `payment_in_question`,
     * `transaction_final`, `transaction_in_progress`.
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

    /**
     * The payer came back from the bank with `state`: asks the bank, since the redirect itself proves nothing. The address
     * may be opened again at any time: then what is known has to do.
     */
    async settleReturn(state: string): Promise<SettledReturn | undefined> {
      const attempt = isState(state) ? await attempts.findByState(db, state) : undefined;
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

    /**
     * Spends `state`, once, in the caller's open database transaction where there is one; answers the session that
     * started the try, if one did. `undefined` when it has been spent, is unknown, or its transaction finished an hour ago
     * or earlier.
     */
    async consumeReturn(
      state: string,
      tx: Database = db,
    ): Promise<{ transactionId: string; payerSessionId: string | null } | undefined> {
      if (!isState(state)) return undefined;
      const now = clock.now();
      const finishedAfter = new Date(now.getTime() - RETURNS_AFTER_END_MS);
      return attempts.consumeState(tx, state, now, finishedAfter);
    },

    endUnpaid: (transactionId: string, reason: EndReason) => endUnpaid(deps, transactionId, reason),

    /** Ends a pending transaction as {@link endUnpaid} does, for a payer's form: two at once call the bank once. */
    endForPayer: (transactionId: string, reason: EndReason) =>
      endUnpaid(deps, transactionId, reason, (open) =>
        calls.waitForTurn("cancel", open, async () => {
          const transaction = await lifecycle.find(db, transactionId);
          return transaction?.status !== "pending";
        }),
      ),

    /** Ends a transaction whose time is up, for a page that shows it, which never waits for another request's call. */
    expireForPage: (transactionId: string) =>
      endUnpaid(deps, transactionId, "expired", (open) => calls.take("cancel", open)),

    /**
     * Tells whether a bank may still execute a try of a transaction whose row the caller holds: no other payment of it may
     * begin meanwhile.
     */
    isOpen: async (tx: Database, transactionId: string): Promise<boolean> =>
      (await attempts.findOpen(tx, transactionId)) !== undefined,

    /**
     * Has the bank let go of the open try of a transaction that was paid otherwise. One that has the payer's approval is not
     * asked to, and one that won't cancel, or can't be reached, keeps the try.
     */
    async letGo(transactionId: string): Promise<void> {
      const open = await attempts.findOpen(db, transactionId);
      if (!open || open.status === "processing") return;
      try {
        await switchFrom(deps, open);
      } catch (error) {
        if (!isAppError(error)) throw error;
        logger.warn({ attemptId: open.id, code: error.code }, "the bank did not let go");
      }
    },

    /** Asks the bank once more about a last try that ended unpaid; what it says otherwise raises an alert. */
    askAboutLast: polling.askAboutLast,

    /** Asks the sandbox bank about the latest try of a test transaction. Throws {@link BankError} when it does not answer. */
    async refreshLatest(transactionId: string): Promise<void> {
      const latest = await attempts.findLatest(db, transactionId);
      if (latest) await polling.askNow(latest);
    },

    /** The bank a transaction was paid at, as long as it is offered; none before, or where no try paid it. */
    async payingBank(transactionId: string): Promise<BankChoice | undefined> {
      const paid = await attempts.findSucceeded(db, transactionId);
      const transaction = paid && (await lifecycle.find(db, transactionId));
      if (!transaction) return undefined;
      return (await banks.banksFor(transaction.mode)).find(({ id }) => id === paid.bankId);
    },

    latest: (transactionId: string) => attempts.findLatest(db, transactionId),
    count: (transactionId: string) => attempts.countForPayer(db, transactionId),

    beginDue: polling.beginDue,
    settled: polling.settled,
    pollDue: polling.pollDue,
    nextPollDueAt: polling.nextPollDueAt,
    checkMissingBanks: () => checkMissingBanks(deps),
  };
}

// Success was checked against the order, and a failed try is asked about as long as the bank may contradict itself.
function isAskedOnReturn(attempt: Attempt): boolean {
  const { status, nextPollAt } = attempt;
  return isOpen(attempt) || (status === "failed" && nextPollAt !== null);
}
