import { type BankDirectory, BankError, type PaymentReport } from "#lib/banks/connector.ts";
import { withDeadline } from "#lib/banks/deadline.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import {
  ASKINGS_WITHOUT_ADDRESS,
  type Attempt,
  isOpen,
  isPayable,
  nextCheckAt,
  nextPollAt,
} from "./attempt.ts";
import { type AttemptDeps, type BankCalls, connectorFor } from "./bank.ts";
import { release } from "./cancel.ts";
import { askAbout } from "./oauth/tokens.ts";
import * as repository from "./repository.ts";
import { applyReport } from "./settle.ts";
import { submit } from "./submit.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  calls: BankCalls;
  refresh: (attempt: Attempt) => Promise<void>;
  /** Raises an alert after a long silence. */
  silence: (attemptId: string) => Promise<void>;
  deadline?: () => AbortSignal;
};

// Well within the lease, or another worker takes the same attempt.
const LONGEST_STEP_MS = 60_000;
const LEASE_MS = 90_000;

// A hanging bank must leave slots for the others.
const AT_ONCE = 100;
const AT_ONCE_PER_BANK = 10;

type Run = { limit?: number; onEnded?: () => void };

export function createPolling({ db, clock, logger, calls, refresh, silence, ...deps }: Deps) {
  const { deadline = () => AbortSignal.timeout(LONGEST_STEP_MS) } = deps;
  const underWay = new Map<Promise<void>, string>();

  function fullBanks(): string[] {
    const banks = Map.groupBy(underWay.values(), (bankId) => bankId);
    return [...banks].flatMap(([id, places]) => (places.length < AT_ONCE_PER_BANK ? [] : [id]));
  }

  async function askDue(attempt: Attempt, until: Date): Promise<void> {
    const { id: attemptId, status, finishedAt, settledNote, pollCount } = attempt;
    const isAnswered = await withDeadline(deadline(), () => refresh(attempt)).then(
      () => true,
      (error: unknown) => {
        logger.warn({ attemptId, err: error }, "the bank could not be polled");
        return false;
      },
    );
    if (isOpen(attempt)) await silence(attemptId);
    const now = clock.now();
    const next =
      finishedAt && (status === "failed" || status === "succeeded")
        ? nextCheckAt({ status, finishedAt, settledNote }, now, isAnswered)
        : nextPollAt(pollCount, now);
    await repository.schedule(db, attemptId, until, next);
  }

  function begin(attempt: Attempt, until: Date, onEnded: () => void): Promise<void> {
    const { id: attemptId, bankId } = attempt;
    const asking = askDue(attempt, until)
      .catch((error: unknown) => {
        // Retried when the lease ends.
        logger.error({ attemptId, err: error }, "a bank's response could not be stored");
      })
      .finally(() => {
        underWay.delete(asking);
        onEnded();
      });
    underWay.set(asking, bankId);
    return asking;
  }

  /** Does not wait; calls `onEnded` after each. */
  async function beginDue({ limit = AT_ONCE, onEnded = () => {} }: Run): Promise<Promise<void>[]> {
    const room = Math.min(limit, AT_ONCE - underWay.size);
    if (room <= 0) return [];
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const places = { room, perBank: AT_ONCE_PER_BANK, fullBanks: fullBanks() };
    const due = await repository.leaseDue(db, now, until, places);
    return due.map((attempt) => begin(attempt, until, onEnded));
  }

  async function restartBackOff(attempt: Attempt): Promise<void> {
    if (!(await calls.mayRestartBackOff(attempt))) return;
    await repository.pollSoon(db, attempt.id, nextPollAt(0, clock.now()));
  }

  return {
    beginDue,
    restartBackOff,

    settled: async () => {
      await Promise.all(underWay.keys());
    },

    async pollDue(limit = Number.POSITIVE_INFINITY): Promise<number> {
      let asked = 0;
      while (asked < limit) {
        const begun = await beginDue({ limit: limit - asked });
        if (begun.length === 0) break;
        await Promise.all(begun);
        asked += begun.length;
      }
      return asked;
    },

    /** `undefined` if no slot is free. */
    nextPollDueAt: async () =>
      underWay.size < AT_ONCE ? repository.nextDueAt(db, fullBanks()) : undefined,

    /** On an error, restarts the back-off and rethrows. */
    async askNow(attempt: Attempt): Promise<void> {
      try {
        await refresh(attempt);
      } catch (error) {
        await restartBackOff(attempt);
        throw error;
      }
    },

    /**
     * Detects a bank that executed a failed attempt, before the payer pays again. `waits`: for its turn, if the bank was just
     * polled.
     */
    async askAboutLast(transactionId: string, { waits }: { waits: boolean }): Promise<void> {
      const last = await repository.findLatest(db, transactionId);
      if (last?.status !== "failed" || last.bankPaymentId === null) return;
      const isReplaced = async () =>
        (await repository.findLatest(db, transactionId))?.id !== last.id;
      const mayAsk = waits
        ? await calls.waitForTurn("status", last, isReplaced)
        : await calls.take("status", last);
      if (!mayAsk) return;
      await refresh(last).catch((error: unknown) => {
        if (!(error instanceof BankError)) throw error;
        logger.warn({ attemptId: last.id, kind: error.kind }, "the bank could not be polled");
      });
    },
  };
}

type MissingDeps = { db: Database; logger: Logger; banks: Pick<BankDirectory, "connectorFor"> };

export async function checkMissingBanks({ db, logger, banks }: MissingDeps): Promise<number> {
  const asked = await repository.listAskedBanks(db);
  const missing = asked.filter(({ bankId, mode }) => !banks.connectorFor(bankId, mode));
  for (const { bankId, mode, attempts: count } of missing) {
    logger.error(
      { alert: "bank_missing", bankId, mode, attempts: count },
      "a bank with open payments is no longer configured, so it can't be polled",
    );
  }
  return missing.length;
}

/** Also polls ended attempts: the bank may contradict itself. */
export async function refresh(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  const transaction = await deps.lifecycle.find(deps.db, attempt.transactionId);
  if (!transaction) return;
  const { bankPaymentId: paymentId, currency } = attempt;
  if (!paymentId) return refreshUnknown(deps, attempt, transaction);
  const connector = await connectorFor(deps, attempt);
  const report = await askAbout(deps, attempt, connector, (accessToken) =>
    connector.readPayment({ paymentId, currency, accessToken }),
  );
  if (!isToBeCancelled(attempt, transaction, report)) {
    return applyReport(deps, attempt.id, report);
  }
  const isRestored = transaction.restoredAt !== null;
  if (!isTooSoon(attempt, report)) await release(deps, attempt, { isRestored });
}

async function refreshUnknown(deps: AttemptDeps, attempt: Attempt, transaction: Transaction) {
  // No bank has its payment, and none must get one.
  if (!isOpen(attempt)) return;
  if (!isPayable(transaction, deps.clock.now())) {
    return release(deps, attempt, { isRestored: transaction.restoredAt !== null });
  }
  const connector = await connectorFor(deps, attempt);
  await submit(deps, { attempt, transaction, connector, payerIp: undefined });
}

// Cancels ever more rarely while the status stays the same.
function isTooSoon({ status, bankStatus, pollCount }: Attempt, report: PaymentReport): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(pollCount));
  return status === "processing" && bankStatus === report.bankStatus && !isPowerOfTwo;
}

function isToBeCancelled(
  { status, pollCount }: Attempt,
  { endReason, restoredAt }: Transaction,
  { state }: PaymentReport,
): boolean {
  // The payer must not approve it any more.
  const isOver = endReason !== null || restoredAt !== null || status === "failed";
  // It has no approval address, and must not block other attempts.
  const isStuck = status === "starting" && pollCount >= ASKINGS_WITHOUT_ADDRESS;
  return state === "open" && (isOver || isStuck);
}
