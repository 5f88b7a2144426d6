import type { Bank, BankDirectory } from "#lib/banks/connector.ts";
import type { BankPause, createBankPauses } from "#lib/banks/pauses/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { MODES, type Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { type JobState, listJobs } from "#lib/platform/jobs/shared-job.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { BankDay, Due } from "./repository.ts";
import * as repository from "./repository.ts";

/** `days`: newest first, without days on which no payment attempt started. */
export type BankHealth = Pick<Bank, "id" | "name" | "country"> & {
  mode: Mode;
  pause: BankPause | undefined;
  days: BankDay[];
};

export type JobsOverview = {
  jobs: JobState[];
  queues: ({ name: "deliveries" | "failing_deliveries" | "polls" | "expiries" } & Due)[];
  exhausted: number;
};

export type HealthDeps = {
  db: Database;
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
  pauses: Pick<ReturnType<typeof createBankPauses>, "list">;
  webhooks: Pick<WebhookService, "queueState">;
};

const HEALTH_MS = 7 * 24 * 60 * 60_000;
const MAX_READ = 20_000;
const MAX_COUNTED = 10_000;

/** Of last week's payment attempts, at most the latest 20,000. */
export async function listBanks({
  db,
  clock,
  banks: directory,
  pauses: bankPauses,
}: HealthDeps): Promise<BankHealth[]> {
  const [pauses, days, ...banks] = await Promise.all([
    bankPauses.list(),
    repository.countAttemptsByDay(db, healthSince(clock), MAX_READ),
    ...MODES.map(async (mode) =>
      (await directory.banksFor(mode))
        .filter(({ isDialect }) => !isDialect)
        .map((bank) => ({ ...bank, mode })),
    ),
  ]);
  return banks.flat().map(({ id, name, country, mode }) => ({
    id,
    name,
    country,
    mode,
    pause: pauses.find(({ bankId }) => bankId === id),
    days: days.filter(({ bankId }) => bankId === id),
  }));
}

export async function readJobs({ db, clock, webhooks }: HealthDeps): Promise<JobsOverview> {
  const now = clock.now();
  const [jobs, deliveries, polls, expiries, exhausted] = await Promise.all([
    listJobs(db),
    webhooks.queueState(),
    repository.countDuePolls(db, now, MAX_COUNTED),
    repository.countDueExpiries(db, now, MAX_COUNTED),
    repository.countExhausted(db, healthSince(clock), MAX_READ),
  ]);
  const queues = deliveries.map(({ isFailing, due, oldestSeconds }) => ({
    name: isFailing ? ("failing_deliveries" as const) : ("deliveries" as const),
    waiting: due,
    oldestAt: due > 0 ? new Date(now.getTime() - oldestSeconds * 1_000) : null,
  }));
  return {
    jobs,
    queues: [...queues, { name: "polls", ...polls }, { name: "expiries", ...expiries }],
    exhausted,
  };
}

function healthSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - HEALTH_MS);
}
