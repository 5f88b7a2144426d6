import { and, count, eq, gte, inArray, lte, or, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/schema.ts";
import { OUTCOMES, type Outcome } from "#lib/payments/transactions/status.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Mode } from "#lib/platform/mode.ts";
import type { TimesToPay } from "./figures.ts";
import type { DayStart, Period } from "./period.ts";

/** Payments that ended in either period. */
export type StatisticsFilter = {
  accountId: string;
  mode: Mode;
  /** Days of the current period. */
  starts: DayStart[];
  current: Period;
  previous: Period;
};

const { finishedAt, createdAt, amount, currency, status, failureReason } = transactions;

const endedIn = ({ accountId, mode, current, previous }: StatisticsFilter) =>
  and(
    eq(transactions.accountId, accountId),
    eq(transactions.mode, mode),
    inArray(status, OUTCOMES),
    or(
      and(gte(finishedAt, current.from), lte(finishedAt, current.to)),
      and(gte(finishedAt, previous.from), lte(finishedAt, previous.to)),
    ),
  );

const isCurrent = ({ current }: StatisticsFilter) =>
  sql<boolean>`${finishedAt} >= ${current.from.toISOString()}::timestamptz`;

/** `dayNumber`: 1 for the first day of the current period, 0 for the previous period. */
export function listDays(db: Database, filter: StatisticsFilter) {
  const starts = `{${filter.starts.map(({ at }) => at.toISOString()).join()}}`;
  const dayNumber = sql`width_bucket(${finishedAt}, ${starts}::timestamptz[])`.mapWith(Number);
  return db
    .select({
      dayNumber: dayNumber.as("day_number"),
      currency,
      status: sql<Outcome>`${status}`.as("outcome"),
      failureReason,
      payments: count(),
      // A sum may exceed what a number holds exactly.
      total: sql`sum(${amount})`.mapWith(BigInt),
    })
    .from(transactions)
    .where(endedIn(filter))
    .groupBy(sql`1`, currency, status, failureReason);
}

/** `true` is the current period. */
export async function timesToPay(
  db: Database,
  filter: StatisticsFilter,
): Promise<Map<boolean, TimesToPay>> {
  const tookMs = sql`extract(epoch from ${finishedAt} - ${createdAt}) * 1000`;
  const share = (part: number) =>
    sql`percentile_disc(${part}::float8) within group (order by ${tookMs})`.mapWith(Number);
  const rows = await db
    .select({
      isCurrent: isCurrent(filter).as("is_current"),
      medianMs: share(0.5),
      ninetiethMs: share(0.9),
    })
    .from(transactions)
    .where(and(endedIn(filter), eq(status, "succeeded")))
    .groupBy(sql`1`);
  return new Map(rows.map(({ isCurrent, ...times }) => [isCurrent, times]));
}
