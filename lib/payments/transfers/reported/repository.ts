import { and, asc, count, eq, isNotNull, lt, sql } from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";

const isWaiting = ({ accountId, mode }: TransferOwner) =>
  and(
    eq(transactions.accountId, accountId),
    eq(transactions.mode, mode),
    eq(transactions.status, "processing"),
    isNotNull(expectedTransfers.reportedAt),
  );

export function list(db: Database, owner: TransferOwner, limit: number) {
  return db
    .select({
      id: transactions.id,
      externalId: transactions.externalId,
      amount: transactions.amount,
      currency: transactions.currency,
      reference: expectedTransfers.reference,
      reportedAt: sql<Date>`${expectedTransfers.reportedAt}`.mapWith(expectedTransfers.reportedAt),
    })
    .from(transactions)
    .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(isWaiting(owner))
    .orderBy(asc(expectedTransfers.reportedAt), asc(transactions.id))
    .limit(limit);
}

/** `overdue`: reported before `before`. */
export async function countReported(
  db: Database,
  owner: TransferOwner,
  before: Date,
): Promise<{ count: number; overdue: number }> {
  const isOverdue = lt(expectedTransfers.reportedAt, before);
  const [row] = await db
    .select({
      count: count(),
      overdue: sql`count(*) filter (where ${isOverdue})`.mapWith(Number),
    })
    .from(transactions)
    .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .where(isWaiting(owner));
  return row ?? { count: 0, overdue: 0 };
}

/** With the last report among those reported before `before`. Account by account, which the index by status serves. */
export async function listOverdue(db: Database, before: Date) {
  const found: (TransferOwner & { lastReportedAt: Date })[] = [];
  for (const mode of MODES) {
    const { reportedAt } = expectedTransfers;
    const last = db
      .select({ at: sql<Date | null>`max(${reportedAt})`.mapWith(reportedAt).as("at") })
      .from(transactions)
      .innerJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
      .where(
        and(
          eq(transactions.accountId, accounts.id),
          eq(transactions.mode, mode),
          eq(transactions.status, "processing"),
          lt(reportedAt, before),
        ),
      )
      .as("last");
    const rows = await db
      .select({ accountId: accounts.id, at: last.at })
      .from(accounts)
      .innerJoinLateral(last, isNotNull(last.at));
    for (const { accountId, at } of rows) {
      if (at !== null) found.push({ accountId, mode, lastReportedAt: at });
    }
  }
  return found;
}
