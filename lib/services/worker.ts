import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Job } from "#lib/platform/jobs/job.ts";
import { createWorker } from "#lib/platform/jobs/loop.ts";
import { createSharedJob, type Step } from "#lib/platform/jobs/shared-job.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const FOLDER_MS = 5_000;

const EXPIRED_AT_ONCE = 100;

type Parts = {
  connection: Connection;
  clock: Clock;
  logger: Logger;
  webhooks: {
    beginDue(options: { limit: number; onEnded: () => void }): Promise<Promise<void>[]>;
    settled(): Promise<void>;
    nextDueAt: Job["nextDueAt"];
  };
  endpointNotices: { sendDue(): Promise<number>; nextDueAt: Job["nextDueAt"] };
  letters: {
    sendDue(): Promise<number>;
    nextDueAt: Job["nextDueAt"];
    noticeOverdue(): Promise<number>;
  };
  attempts: {
    beginDue(options: { onEnded: () => void }): Promise<Promise<void>[]>;
    settled(): Promise<void>;
    nextPollDueAt: Job["nextDueAt"];
    checkMissingBanks(): Promise<number>;
  };
  feeds: {
    beginDue(options: { onEnded: () => void }): Promise<Promise<void>[]>;
    settled(): Promise<void>;
    nextDueAt: Job["nextDueAt"];
  };
  transactions: {
    expireDue(limit: number, stopping: AbortSignal): Promise<number>;
    nextExpiryAt: Job["nextDueAt"];
  };
  checkBankCertificates: () => number;
  /** If a folder of statements is configured. */
  statementFolder: { readDue(): Promise<number> } | undefined;
  purges: Record<string, () => Promise<number>>;
};

export function createProductWorker({ connection, clock, logger, ...parts }: Parts) {
  const { webhooks, endpointNotices, letters, attempts, feeds, transactions } = parts;
  return createWorker({
    clock,
    logger,
    listen: connection.listen,
    jobs: [
      {
        name: "deliver-webhooks",
        run: async (_stopping, wake) =>
          (await webhooks.beginDue({ limit: 50, onEnded: wake })).length,
        nextDueAt: webhooks.nextDueAt,
        settled: webhooks.settled,
      },
      {
        name: "send-notices",
        run: () => endpointNotices.sendDue(),
        nextDueAt: endpointNotices.nextDueAt,
      },
      {
        name: "send-letters",
        run: () => letters.sendDue(),
        nextDueAt: letters.nextDueAt,
      },
      {
        name: "poll-banks",
        run: async (_stopping, wake) => (await attempts.beginDue({ onEnded: wake })).length,
        nextDueAt: attempts.nextPollDueAt,
        settled: attempts.settled,
      },
      {
        name: "read-feeds",
        run: async (_stopping, wake) => (await feeds.beginDue({ onEnded: wake })).length,
        nextDueAt: feeds.nextDueAt,
        settled: feeds.settled,
      },
      {
        name: "expire-transactions",
        run: (stopping) => transactions.expireDue(EXPIRED_AT_ONCE, stopping),
        nextDueAt: transactions.nextExpiryAt,
      },
      ...sharedJobs({ connection, clock, logger, ...parts }),
    ],
  });
}

/** Each runs in one worker at a time. */
function sharedJobs({ connection, clock, logger, ...parts }: Parts): Job[] {
  const { letters, attempts, purges, statementFolder, checkBankCertificates } = parts;
  const share = (name: string, everyMs: number, steps: Step[]) =>
    createSharedJob({ name, db: connection.db, clock, logger, everyMs, steps });
  const jobs = [
    share(
      "purge",
      HOUR_MS,
      Object.entries(purges).map(([name, run]) => ({ name, run })),
    ),
    share("notice-overdue-transfers", HOUR_MS, [{ name: "notice", run: letters.noticeOverdue }]),
    share("check-bank-certificates", DAY_MS, [
      { name: "check", run: async () => checkBankCertificates() },
      { name: "missing", run: attempts.checkMissingBanks },
    ]),
  ];
  if (!statementFolder) return jobs;
  const steps = [{ name: "read", run: statementFolder.readDue }];
  return [...jobs, share("read-statement-folder", FOLDER_MS, steps)];
}
