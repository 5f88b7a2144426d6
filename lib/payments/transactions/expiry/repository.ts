import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { REPORTING_GRACE_MS } from "./grace.ts";

/** `isInGrace` of grace.ts, without an open attempt, which ending would cancel. */
function isInGrace(db: Database, now: Date): SQL {
  const { endReason, expiresAt } = transactions;
  const graceBegan = new Date(now.getTime() - REPORTING_GRACE_MS);
  return sql`(${exists(shown(db))} and ${endReason} is null and ${lte(expiresAt, now)}
      and ${gt(expiresAt, graceBegan)} and ${not(isAtBank(db))})`;
}

/** The transfer was shown to the shopper. */
const shown = (db: Database) =>
  db
    .select({ id: expectedTransfers.transactionId })
    .from(expectedTransfers)
    .where(
      and(
        eq(expectedTransfers.transactionId, transactions.id),
        isNotNull(expectedTransfers.shownAt),
      ),
    );

function isAtBank(db: Database): SQL {
  const { id, transactionId, finishedAt } = paymentAttempts;
  const open = db
    .select({ id })
    .from(paymentAttempts)
    .where(and(eq(transactionId, transactions.id), isNull(finishedAt)));
  return exists(open);
}

export type Expired = Pick<Transaction, "id" | "accountId" | "mode" | "currency"> & {
  isAtBank: boolean;
};

export async function findExpired(
  db: Database,
  now: Date,
  limit: number,
  except: string[],
): Promise<Expired[]> {
  const { id, accountId, mode, currency } = transactions;
  return db
    .select({ id, accountId, mode, currency, isAtBank: isAtBank(db).mapWith(Boolean) })
    .from(transactions)
    .where(
      and(
        eq(transactions.status, "pending"),
        lte(transactions.expiresAt, now),
        not(isInGrace(db, now)),
        notInArray(transactions.id, except),
      ),
    )
    .orderBy(transactions.expiresAt)
    .limit(limit);
}

export async function nextExpiry(
  db: Database,
  now: Date,
  except: string[],
): Promise<Date | undefined> {
  const first = async (condition: SQL) => {
    const [row] = await db
      .select({ expiresAt: transactions.expiresAt })
      .from(transactions)
      .where(
        and(eq(transactions.status, "pending"), notInArray(transactions.id, except), condition),
      )
      .orderBy(transactions.expiresAt)
      .limit(1);
    return row?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY;
  };
  const due = await first(not(isInGrace(db, now)));
  const graceEnds = (await first(isInGrace(db, now))) + REPORTING_GRACE_MS;
  const next = Math.min(due, graceEnds);
  return Number.isFinite(next) ? new Date(next) : undefined;
}
