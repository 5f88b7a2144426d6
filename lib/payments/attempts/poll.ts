import type { BankDirectory } from "#lib/banks/connector.ts";
import { withDeadline } from "#lib/banks/deadline.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type Attempt, isOpen, isWaiting, nextCheckAt, nextPollAt } from "./attempt.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  refresh: (attempt: Attempt) => Promise<void>;
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

export function createPolling(deps: Deps) {
  const { db, clock, logger } = deps;
  const underWay = new Map<Promise<void>, string>();

  function fullBanks(): string[] {
    const banks = Map.groupBy(underWay.values(), (bankId) => bankId);
    return [...banks].flatMap(([id, places]) => (places.length < AT_ONCE_PER_BANK ? [] : [id]));
  }

  function begin(attempt: Attempt, until: Date, onEnded: () => void): Promise<void> {
    const { id: attemptId, bankId } = attempt;
    const asking = askDue(deps, attempt, until)
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

  async function beginDue({ limit = AT_ONCE, onEnded = () => {} }: Run): Promise<Promise<void>[]> {
    const room = Math.min(limit, AT_ONCE - underWay.size);
    if (room <= 0) return [];
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const places = { room, perBank: AT_ONCE_PER_BANK, fullBanks: fullBanks() };
    const due = await repository.leaseDue(db, now, until, places);
    return due.map((attempt) => begin(attempt, until, onEnded));
  }

  return {
    beginDue,

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

    nextPollDueAt: async () =>
      underWay.size < AT_ONCE ? repository.nextDueAt(db, fullBanks()) : undefined,
  };
}

async function askDue(
  {
    db,
    clock,
    logger,
    refresh,
    silence,
    deadline = () => AbortSignal.timeout(LONGEST_STEP_MS),
  }: Deps,
  attempt: Attempt,
  until: Date,
): Promise<void> {
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
      : nextPollAt(pollCount, now, isWaiting(attempt));
  await repository.schedule(db, attemptId, until, next);
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
