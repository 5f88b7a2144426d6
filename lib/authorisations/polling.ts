import { BankError } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import { type Authorisation, isOpen, nextCheckAt, nextPollAt } from "./authorisation.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** One step of asking a bank about a try. */
  refresh: (authorisation: Authorisation) => Promise<void>;
  /** Looks whether the bank of a try has been silent for too long. */
  silence: (authorisationId: string) => Promise<void>;
};

const LEASE_MS = 30_000;

/** When a bank is asked: by the clock while it owes an answer and some time after that, and when a payer waits. */
export function createPolling({ db, clock, logger, refresh, silence }: Deps) {
  const repository = createAuthorisationRepository(db);

  async function askDue(authorisation: Authorisation, until: Date): Promise<void> {
    const { id: authorisationId, status, finishedAt, pollCount } = authorisation;
    const isAnswered = await refresh(authorisation).then(
      () => true,
      (error: unknown) => {
        logger.warn({ authorisationId, err: error }, "the bank could not be asked");
        return false;
      },
    );
    if (isOpen(authorisation)) await silence(authorisationId);
    const now = clock.now();
    const next =
      finishedAt && (status === "failed" || status === "succeeded")
        ? nextCheckAt({ status, finishedAt }, now, isAnswered)
        : nextPollAt(pollCount, now);
    await repository.schedule(authorisationId, until, next);
  }

  return {
    /** Asks the banks of all tries that are due; answers how many it took. */
    async pollDue(limit = 20): Promise<number> {
      const now = clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      const due = await repository.claimDue(now, until, limit);
      await Promise.all(due.map((authorisation) => askDue(authorisation, until)));
      return due.length;
    },

    nextPollDueAt: () => repository.nextDueAt(),

    /** Asks a bank at once, since somebody waits for its word; one that gives none is asked again soon. Throws what asking throws. */
    async askNow(authorisation: Authorisation): Promise<void> {
      try {
        await refresh(authorisation);
      } catch (error) {
        await repository.hasten(authorisation.id, nextPollAt(0, clock.now()));
        throw error;
      }
    },

    /** Asks once more about the last try, which ended unpaid: a bank that executed it all the same is found out before the payer pays again. */
    async askAboutLast(transactionId: string): Promise<void> {
      const last = await repository.findLatest(transactionId);
      if (last?.status !== "failed" || last.bankPaymentId === null) return;
      await refresh(last).catch((error: unknown) => {
        if (!(error instanceof BankError)) throw error;
        logger.warn({ authorisationId: last.id, kind: error.kind }, "the bank could not be asked");
      });
    },
  };
}
