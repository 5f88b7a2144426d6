import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { FAILED_SAMPLE, SUCCEEDED_SAMPLES } from "#lib/payments/model/samples.ts";
import {
  inIndexOfEnded,
  paymentStatistics,
  sampleOf,
  transactions,
} from "#lib/payments/model/schema.ts";
import type { FailureReason } from "#lib/payments/model/status.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Counts, TimesToPay } from "./figures.ts";
import type { Period } from "./period.ts";

export type Owner = { accountId: string; mode: Mode };

/** `slice`: number of the start, from 1. */
export function countByStart(
  db: Database,
  owner: Owner,
  { from, to }: Period,
  starts: Date[],
): Promise<(Counts & { slice: number })[]> {
  const { quarterHour, currency, succeeded, amount, ...columns } = paymentStatistics;
  const array = `{${starts.map((start) => start.toISOString()).join()}}`;
  return db
    .select({
      slice: sql`width_bucket(${quarterHour}, ${array}::timestamptz[])`.mapWith(Number).as("slice"),
      currency,
      succeeded: sql`sum(${succeeded})`.mapWith(Number),
      // A sum may exceed what a number holds exactly.
      total: sql`sum(${amount})`.mapWith(BigInt),
      failed: perReason((reason) => sql`sum(${columns[reason]})`),
    })
    .from(paymentStatistics)
    .where(
      and(
        eq(paymentStatistics.accountId, owner.accountId),
        eq(paymentStatistics.mode, owner.mode),
        gte(quarterHour, from),
        lte(quarterHour, to),
      ),
    )
    .groupBy(sql`1`, currency);
}

export function countEach(db: Database, owner: Owner, period: Period): Promise<Counts[]> {
  const ended = endedIn(owner, period, [FAILED_SAMPLE, ...SUCCEEDED_SAMPLES]);
  return db
    .select({
      currency: sql<string>`currency`,
      succeeded: sql`count(*) filter (where failure_reason is null)`.mapWith(Number),
      total: sql`coalesce(sum(amount) filter (where failure_reason is null), 0)`.mapWith(BigInt),
      failed: perReason((reason) => sql`count(*) filter (where failure_reason = ${reason})`),
    })
    .from(ended)
    .groupBy(sql`currency`);
}

/** Of one in `oneIn` payments (a power of two), the same ones each time. */
export async function timesToPay(
  db: Database,
  owner: Owner,
  period: Period,
  oneIn: number,
): Promise<TimesToPay | undefined> {
  const share = (part: number) =>
    sql`extract(epoch from percentile_disc(${part}::float8) within group (order by finished_at - created_at)) * 1000`.mapWith(
      Number,
    );
  const samples = SUCCEEDED_SAMPLES.filter((sample) => sample === 0 || sample >= oneIn);
  const [row] = await db
    .select({
      payments: sql`count(*)`.mapWith(Number),
      medianMs: share(0.5),
      ninetiethMs: share(0.9),
    })
    .from(endedIn(owner, period, samples));
  if (!row?.payments) return undefined;
  const { medianMs, ninetiethMs } = row;
  return { medianMs, ninetiethMs };
}

/** `offset 0` keeps PostgreSQL from reading all samples and dropping some. */
function endedIn(owner: Owner, { from, to }: Period, samples: number[]): SQL {
  const { createdAt, finishedAt, amount, currency, failureReason } = transactions;
  const payments = new QueryBuilder()
    .select({ createdAt, finishedAt, amount, currency, failureReason })
    .from(transactions)
    .where(
      and(
        sql`${inIndexOfEnded(transactions.accountId)} = ${owner.accountId}`,
        eq(transactions.mode, owner.mode),
        sql`${sampleOf(transactions)} = sample`,
        gte(finishedAt, from),
        lte(finishedAt, to),
      ),
    );
  return sql`unnest(${`{${samples.join()}}`}::bigint[]) sample cross join lateral (${payments} offset 0) ended`;
}

function perReason(count: (reason: FailureReason) => SQL): Record<FailureReason, SQL<number>> {
  const counted = (reason: FailureReason) => count(reason).mapWith(Number);
  return {
    cancelled: counted("cancelled"),
    declined: counted("declined"),
    expired: counted("expired"),
    superseded: counted("superseded"),
    verification_failed: counted("verification_failed"),
    bank_unavailable: counted("bank_unavailable"),
  };
}
