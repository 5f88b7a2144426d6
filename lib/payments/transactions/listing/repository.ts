import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { transactions } from "#lib/payments/schema.ts";
import type { TransactionStatus } from "#lib/payments/transactions/status.ts";
import type { ListedTransaction, Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";

/** `before` is the last id of the previous page. */
export type TransactionFilter = {
  accountId: string;
  mode: Transaction["mode"];
  limit: number;
  before?: string | undefined;
  externalId?: string | undefined;
  status?: TransactionStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
};

const LISTED = {
  id: transactions.id,
  accountId: transactions.accountId,
  mode: transactions.mode,
  reference: transactions.reference,
  status: transactions.status,
  failureReason: transactions.failureReason,
  amount: transactions.amount,
  currency: transactions.currency,
  externalId: transactions.externalId,
  successUrl: transactions.successUrl,
  failureUrl: transactions.failureUrl,
  processingUrl: transactions.processingUrl,
  payeeIban: transactions.payeeIban,
  payeeName: transactions.payeeName,
  metadata: transactions.metadata,
  source: transactions.source,
  createdAt: transactions.createdAt,
  expiresAt: transactions.expiresAt,
  finishedAt: transactions.finishedAt,
} satisfies Record<keyof ListedTransaction, unknown>;

const pageOf = (name: string, isFurther: boolean) =>
  prepare(name, (db) =>
    db
      .select(LISTED)
      .from(transactions)
      .where(
        and(
          eq(transactions.accountId, sql.placeholder("accountId")),
          eq(transactions.mode, sql.placeholder("mode")),
          isFurther ? lt(transactions.id, sql.placeholder("before")) : undefined,
        ),
      )
      .orderBy(desc(transactions.id))
      .limit(sql.placeholder("limit")),
  );

const firstPage = pageOf("first-transactions", false);
const furtherPage = pageOf("further-transactions", true);

export function list(db: Database, filter: TransactionFilter): Promise<ListedTransaction[]> {
  const { externalId, status, createdAfter, createdBefore, before } = filter;
  if (!(externalId || status || createdAfter || createdBefore)) {
    return run(db, before ? furtherPage(filter) : firstPage(filter));
  }
  return db
    .select(LISTED)
    .from(transactions)
    .where(
      and(
        eq(transactions.accountId, filter.accountId),
        eq(transactions.mode, filter.mode),
        filter.before ? lt(transactions.id, filter.before) : undefined,
        filter.externalId ? eq(transactions.externalId, filter.externalId) : undefined,
        filter.status ? eq(transactions.status, filter.status) : undefined,
        filter.createdAfter ? gte(transactions.createdAt, filter.createdAfter) : undefined,
        filter.createdBefore ? lt(transactions.createdAt, filter.createdBefore) : undefined,
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(filter.limit);
}
