import type { BankChoice } from "#lib/banks/connector.ts";
import { type BankConnector, BankError } from "#lib/banks/connector.ts";
import type { Lifecycle } from "#lib/payments/transactions/lifecycle.ts";
import type { EndReason } from "#lib/payments/transactions/status.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError, isAppError } from "#lib/platform/errors.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { type Attempt, isOpen, MAX_ATTEMPTS } from "./attempt.ts";
import { BANK_CALL_INTERVAL_MS, createBankCalls } from "./bank-calls.ts";
import { createGrantReturn } from "./grant-return.ts";
import { createGrants } from "./grants.ts";
import { createMissingBanksCheck } from "./missing-banks.ts";
import { refuseLocked, refuseUnpayable } from "./payable.ts";
import { createPolling } from "./polling.ts";
import { createRefresher } from "./refresh.ts";
import { createReleaser } from "./release.ts";
import { createReportHandler } from "./report.ts";
import { createAttemptRepository } from "./repository.ts";
import { createStarter } from "./start.ts";

/** The banks a deployment can pay with. */
export type BankDirectory = {
  /** With a currency only the banks that take it. */
  banksFor(mode: "test" | "live", currency?: string): Promise<BankChoice[]>;
  /** `undefined` also for a bank of the other mode: what one mode's bank says is nothing to the other's transactions. */
  connectorFor(bankId: string, mode: "test" | "live"): BankConnector | undefined;
};

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Logger;
  lifecycle: Lifecycle;
  banks: BankDirectory;
  payerAppUrl: string;
  /** Where payers of direct transactions come back to. */
  secureUrl: string;
  /** The payer's own account, where the merchant told it; always the same one for a session. */
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
  orderDigest: (transaction: Transaction) => string;
};

/** The transaction whose payer came back from a bank. */
type SettledReturn = Pick<Transaction, "reference" | "flow"> & { transactionId: string };

const RETURNS_AFTER_END_MS = 60 * 60_000;

// 256 bits in base64url: whatever else stands in the address is not worth a look at the database.
const isState = (text: string) => /^[\w-]{43}$/.test(text);

export type AttemptService = ReturnType<typeof createAttemptService>;

/** Verbs on attempts: one try to pay a transaction at one bank. The bank's word wins. */
export function createAttemptService(deps: Deps) {
  const { db, clock, logger, lifecycle, banks } = deps;
  const repository = createAttemptRepository(db);
  const calls = createBankCalls(deps);
  const reports = createReportHandler(deps);
  const grants = createGrants(deps);
  const starter = createStarter({ ...deps, reports, grants });
  const releaser = createReleaser({ ...deps, reports, grants, starter, connectorFor });
  const grantReturn = createGrantReturn({ ...deps, calls, grants, starter, connectorFor });

  const refresh = createRefresher({ ...deps, reports, grants, starter, releaser, connectorFor });
  const polling = createPolling({ ...deps, calls, refresh, silence: reports.applySilence });

  async function connectorFor({ bankId, transactionId }: Attempt): Promise<BankConnector> {
    const transaction = await lifecycle.find(db, transactionId);
    const connector = transaction && banks.connectorFor(bankId, transaction.mode);
    if (!connector) throw new BankError("unreachable", `no bank ${bankId} configured`);
    return connector;
  }

  async function payable(reference: string): Promise<Transaction> {
    const transaction = await lifecycle.findByReference(db, reference);
    if (!transaction) throw new AppError("not_found");
    return transaction;
  }

  /** Makes room for a try at another bank. */
  async function leaveOtherBank(transactionId: string, bankId: string): Promise<void> {
    const current = await repository.findOpen(transactionId);
    if (!current || current.bankId === bankId) return;
    if ((await repository.count(transactionId)) >= MAX_ATTEMPTS) {
      throw new AppError("attempts_exhausted");
    }
    const isChanged = async () => {
      const now = await repository.findOpen(transactionId);
      return now?.id !== current.id || now.status !== current.status;
    };
    if (await calls.waitForTurn("switch", current, isChanged)) await releaser.switchFrom(current);
  }

  /** Submits a try where it is this request's turn, and otherwise waits for the address another request gets. */
  async function submitInTurn(
    attempt: Attempt,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ): Promise<string> {
    const { bankId } = attempt;
    let current: Attempt | undefined = attempt;
    if (attempt.approvalUrl) return attempt.approvalUrl;
    const isDone = async () => {
      current = await repository.findOpen(transaction.id);
      return current?.bankId !== bankId || current.approvalUrl !== null;
    };
    if (await calls.waitForTurn("order", attempt, isDone)) {
      return starter.submit(attempt, transaction, connector, payerIp);
    }
    if (current?.bankId === bankId && current.approvalUrl) return current.approvalUrl;
    const now = await lifecycle.find(db, transaction.id);
    if (now) refuseUnpayable(now, clock.now());
    throw new AppError("bank_unavailable", { retryAfterSeconds: BANK_CALL_INTERVAL_MS / 1000 });
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
    async start(input: {
      reference: string;
      bankId: string;
      orderDigest: string;
      payerIp: string | undefined;
      payerSessionId?: string | undefined;
      browserId?: string | undefined;
    }): Promise<{ approvalUrl: string }> {
      const transaction = await payable(input.reference);
      if (input.orderDigest !== deps.orderDigest(transaction)) throw new AppError("order_changed");
      const offered = await banks.banksFor(transaction.mode, transaction.currency);
      const connector = banks.connectorFor(input.bankId, transaction.mode);
      if (!connector || !offered.some(({ id }) => id === input.bankId)) {
        throw new AppError("bank_unavailable", { retryAfterSeconds: 10 });
      }
      refuseUnpayable(transaction, clock.now());
      refuseLocked(transaction, input.browserId);
      await polling.askAboutLast(transaction.id, { waits: true });
      await leaveOtherBank(transaction.id, input.bankId);
      const attempt = await starter.open(transaction.id, {
        bankId: input.bankId,
        payerSessionId: input.payerSessionId ?? null,
        browserId: input.browserId,
      });
      return {
        approvalUrl: await submitInTurn(attempt, transaction, connector, input.payerIp),
      };
    },

    /**
     * The payer came back from the bank with `state`: asks the bank, since the redirect itself proves nothing. The address
     * may be opened again at any time: then what is known has to do.
     */
    async settleReturn(state: string): Promise<SettledReturn | undefined> {
      const attempt = isState(state) ? await repository.findByState(state) : undefined;
      if (!attempt) return undefined;
      if (isAskedOnReturn(attempt) && (await calls.take("status", attempt))) {
        await askOnReturn(attempt);
      }
      const transaction = await lifecycle.find(db, attempt.transactionId);
      if (!transaction) return undefined;
      const { id: transactionId, reference, flow } = transaction;
      return { transactionId, reference, flow };
    },

    receiveGrant: grantReturn.receive,

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
      return createAttemptRepository(tx).consumeState(state, now, finishedAfter);
    },

    endUnpaid: (transactionId: string, reason: EndReason) =>
      releaser.endUnpaid(transactionId, reason),

    /** Ends a pending transaction as {@link endUnpaid} does, for a payer's form: two at once call the bank once. */
    endForPayer: (transactionId: string, reason: EndReason) =>
      releaser.endUnpaid(transactionId, reason, (open) =>
        calls.waitForTurn("cancel", open, async () => {
          const transaction = await lifecycle.find(db, transactionId);
          return transaction?.status !== "pending";
        }),
      ),

    /** Ends a transaction whose time is up, for a page that shows it, which never waits for another request's call. */
    expireForPage: (transactionId: string) =>
      releaser.endUnpaid(transactionId, "expired", (open) => calls.take("cancel", open)),

    /**
     * Tells whether a bank may still execute a try of a transaction whose row the caller holds: no other payment of it may
     * begin meanwhile.
     */
    isOpen: async (tx: Database, transactionId: string): Promise<boolean> =>
      (await createAttemptRepository(tx).findOpen(transactionId)) !== undefined,

    /**
     * Has the bank let go of the open try of a transaction that was paid otherwise. One that has the payer's approval is not
     * asked to, and one that won't cancel, or can't be reached, keeps the try.
     */
    async letGo(transactionId: string): Promise<void> {
      const open = await repository.findOpen(transactionId);
      if (!open || open.status === "processing") return;
      try {
        await releaser.switchFrom(open);
      } catch (error) {
        if (!isAppError(error)) throw error;
        logger.warn({ attemptId: open.id, code: error.code }, "the bank did not let go");
      }
    },

    /** Asks the bank once more about a last try that ended unpaid; what it says otherwise raises an alert. */
    askAboutLast: polling.askAboutLast,

    /** Asks the sandbox bank about the latest try of a test transaction. Throws {@link BankError} when it does not answer. */
    async refreshLatest(transactionId: string): Promise<void> {
      const latest = await repository.findLatest(transactionId);
      if (latest) await polling.askNow(latest);
    },

    /** The bank a transaction was paid at, as long as it is offered; none before, or where no try paid it. */
    async payingBank(transactionId: string): Promise<BankChoice | undefined> {
      const paid = await repository.findSucceeded(transactionId);
      const transaction = paid && (await lifecycle.find(db, transactionId));
      if (!transaction) return undefined;
      return (await banks.banksFor(transaction.mode)).find(({ id }) => id === paid.bankId);
    },

    latest: (transactionId: string) => repository.findLatest(transactionId),
    count: (transactionId: string) => repository.count(transactionId),

    beginDue: polling.beginDue,
    settled: polling.settled,
    pollDue: polling.pollDue,
    nextPollDueAt: polling.nextPollDueAt,
    checkMissingBanks: createMissingBanksCheck(deps),
  };
}

// Success was checked against the order, and a failed try is asked about as long as the bank may contradict itself.
function isAskedOnReturn(attempt: Attempt): boolean {
  const { status, nextPollAt } = attempt;
  return isOpen(attempt) || (status === "failed" && nextPollAt !== null);
}
