import type { Clock } from "#lib/clock.ts";
import type { Connection } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import { createWorker, type Job } from "#lib/worker/loop.ts";
import { createSharedJob } from "#lib/worker/shared-job.ts";

const HOUR_MS = 60 * 60 * 1000;

type Parts = {
  connection: Connection;
  clock: Clock;
  logger: Logger;
  webhooks: {
    deliverDue(options: { limit: number }): Promise<number>;
    nextDueAt: Job["nextDueAt"];
  };
  authorisations: { pollDue(): Promise<number>; nextPollDueAt: Job["nextDueAt"] };
  transactions: { expireDue(): Promise<number>; nextExpiryAt: Job["nextDueAt"] };
  /** What forgets something, by a name for the log; each answers how much it forgot. */
  purges: Record<string, () => Promise<number>>;
};

/** Wires what a worker does. */
export function createProductWorker({ connection, clock, logger, purges, ...parts }: Parts) {
  const { webhooks, authorisations, transactions } = parts;
  return createWorker({
    clock,
    logger,
    listen: connection.listen,
    jobs: [
      {
        name: "deliver-webhooks",
        run: () => webhooks.deliverDue({ limit: 50 }),
        nextDueAt: webhooks.nextDueAt,
        parallelRuns: 4,
      },
      {
        name: "poll-banks",
        run: () => authorisations.pollDue(),
        nextDueAt: authorisations.nextPollDueAt,
      },
      {
        name: "expire-transactions",
        run: () => transactions.expireDue(),
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
    ],
  });
}
