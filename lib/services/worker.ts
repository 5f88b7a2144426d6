import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Job } from "#lib/platform/jobs/job.ts";
import { createWorker } from "#lib/platform/jobs/loop.ts";
import { createSharedJob } from "#lib/platform/jobs/shared-job.ts";
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

export function createProductWorker({ connection, clock, logger, purges, ...parts }: Parts) {
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
      createSharedJob({
        name: "purge",
        db: connection.db,
        clock,
        logger,
        everyMs: HOUR_MS,
        steps: Object.entries(purges).map(([name, run]) => ({ name, run })),
      }),
      createSharedJob({
        name: "notice-overdue-transfers",
        db: connection.db,
        clock,
        logger,
        everyMs: HOUR_MS,
        steps: [{ name: "notice", run: letters.noticeOverdue }],
      }),
      createSharedJob({
        name: "check-bank-certificates",
        db: connection.db,
        clock,
        logger,
        everyMs: DAY_MS,
        steps: [
          { name: "check", run: async () => parts.checkBankCertificates() },
          { name: "missing", run: attempts.checkMissingBanks },
        ],
      }),
      ...(parts.statementFolder
        ? [
            createSharedJob({
              name: "read-statement-folder",
              db: connection.db,
              clock,
              logger,
              everyMs: FOLDER_MS,
              steps: [{ name: "read", run: parts.statementFolder.readDue }],
            }),
          ]
        : []),
    ],
  });
}
