import { and, asc, count, desc, eq, gt, ilike, isNull, lte, min, or, sql } from "drizzle-orm";
import { accounts, payees } from "#lib/merchants/model/schema.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";

export type AccountSearch = {
  search?: string | undefined;
  isWhitelisted?: boolean | undefined;
  after?: string | undefined;
  limit: number;
};

export function searchAccounts(
  db: Database,
  { search, isWhitelisted, after, limit }: AccountSearch,
) {
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      createdAt: accounts.createdAt,
      closedAt: accounts.closedAt,
      emailWhitelisted: accounts.emailWhitelisted,
    })
    .from(accounts)
    .where(
      and(
        pattern ? or(eq(accounts.id, search), ilike(accounts.name, pattern)) : undefined,
        isWhitelisted ? eq(accounts.emailWhitelisted, true) : undefined,
        after ? gt(accounts.id, after) : undefined,
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(limit);
}

export function listWaitingPayees(
  db: Database,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  return db
    .select({ payee: payees, accountName: accounts.name })
    .from(payees)
    .innerJoin(accounts, eq(accounts.id, payees.accountId))
    .where(
      and(
        isNull(payees.confirmedAt),
        isNull(accounts.closedAt),
        after ? gt(payees.id, after) : undefined,
      ),
    )
    .orderBy(asc(payees.id))
    .limit(limit);
}

export type BankDay = {
  bankId: string;
  day: string;
  started: number;
  succeeded: number;
  declined: number;
  cancelled: number;
  unavailable: number;
};

/** Ids sort by time, and the time has no index. */
export function countAttemptsByDay(db: Database, since: Date, most: number): Promise<BankDay[]> {
  const latest = db
    .select({
      bankId: paymentAttempts.bankId,
      status: paymentAttempts.status,
      reason: paymentAttempts.failureReason,
      createdAt: paymentAttempts.createdAt,
    })
    .from(paymentAttempts)
    .orderBy(desc(paymentAttempts.id))
    .limit(most)
    .as("latest");
  const day = sql<string>`to_char(${latest.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const failed = (reason: string) =>
    sql<number>`count(*) filter (where ${latest.reason} = ${reason})`.mapWith(Number);
  return db
    .select({
      bankId: latest.bankId,
      day: day.as("day"),
      started: count(),
      succeeded: sql<number>`count(*) filter (where ${latest.status} = 'succeeded')`.mapWith(
        Number,
      ),
      declined: failed("declined"),
      cancelled: failed("cancelled"),
      unavailable: failed("bank_unavailable"),
    })
    .from(latest)
    .where(sql`${latest.createdAt} >= ${since.toISOString()}::timestamptz`)
    .groupBy(latest.bankId, sql`2`)
    .orderBy(sql`2 desc`, asc(latest.bankId));
}

export type Due = { waiting: number; oldestAt: Date | null };

export async function countDuePolls(db: Database, now: Date, most: number): Promise<Due> {
  const due = db
    .select({ at: paymentAttempts.nextPollAt })
    .from(paymentAttempts)
    .where(lte(paymentAttempts.nextPollAt, now))
    .orderBy(asc(paymentAttempts.nextPollAt))
    .limit(most)
    .as("due");
  const [row] = await db.select({ waiting: count(), oldestAt: min(due.at) }).from(due);
  return row ?? { waiting: 0, oldestAt: null };
}

export async function countDueExpiries(db: Database, now: Date, most: number): Promise<Due> {
  const due = db
    .select({ at: transactions.expiresAt })
    .from(transactions)
    .where(and(eq(transactions.status, "pending"), lte(transactions.expiresAt, now)))
    .orderBy(asc(transactions.expiresAt))
    .limit(most)
    .as("due");
  const [row] = await db.select({ waiting: count(), oldestAt: min(due.at) }).from(due);
  return row ?? { waiting: 0, oldestAt: null };
}

/** Of the latest `most` deliveries: their status has no index. */
export async function countExhausted(db: Database, since: Date, most: number): Promise<number> {
  const latest = db
    .select({ status: deliveries.status, finishedAt: deliveries.finishedAt })
    .from(deliveries)
    .orderBy(desc(deliveries.id))
    .limit(most)
    .as("latest");
  const [row] = await db
    .select({ exhausted: count() })
    .from(latest)
    .where(and(eq(latest.status, "exhausted"), gt(latest.finishedAt, since)));
  return row?.exhausted ?? 0;
}
