import { and, desc, eq, exists, isNull, max, sql } from "drizzle-orm";
import { accounts, apiKeys, payees } from "#lib/merchants/model/schema.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

// The status has no index: an account may have millions of rows without a match.
const MAX_READ = 1_000;

const ATTEMPTS_READ = 50;

const lives = <Table extends typeof transactions | typeof receivedTransfers>(
  table: Table,
  accountId: string,
) => and(eq(table.accountId, accountId), eq(table.mode, "live"));

export type RecentAttempt = Pick<
  typeof paymentAttempts.$inferSelect,
  "status" | "failureReason" | "finishedAt"
>;

/** Newest first, of the latest live payments. */
export function listRecentAttempts(db: Database, accountId: string): Promise<RecentAttempt[]> {
  const latest = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(lives(transactions, accountId))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(MAX_READ)
    .as("latest");
  const { id, status, failureReason, finishedAt, transactionId } = paymentAttempts;
  return db
    .select({ status, failureReason, finishedAt })
    .from(latest)
    .innerJoin(paymentAttempts, eq(transactionId, latest.id))
    .orderBy(desc(id))
    .limit(ATTEMPTS_READ);
}

/** Of the latest live transfers. */
export async function lastTransferAt(db: Database, accountId: string): Promise<Date | null> {
  const { id, status, createdAt } = receivedTransfers;
  const latest = db
    .select({ status, createdAt })
    .from(receivedTransfers)
    .where(lives(receivedTransfers, accountId))
    .orderBy(desc(id))
    .limit(MAX_READ)
    .as("latest");
  const [row] = await db
    .select({ at: max(latest.createdAt) })
    .from(latest)
    .where(eq(latest.status, "paid"));
  return row?.at ?? null;
}

/** Open accounts with live keys. */
export function listLive(db: Database) {
  const one = { one: sql`1` };
  const key = db
    .select(one)
    .from(apiKeys)
    .where(
      and(eq(apiKeys.accountId, accounts.id), eq(apiKeys.mode, "live"), isNull(apiKeys.revokedAt)),
    );
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      takesTransfers: accounts.takesTransfers,
      confirmedAt: payees.confirmedAt,
    })
    .from(accounts)
    .leftJoin(payees, and(eq(payees.accountId, accounts.id), eq(payees.isPrimary, true)))
    .where(and(isNull(accounts.closedAt), exists(key)))
    .orderBy(accounts.id);
}
