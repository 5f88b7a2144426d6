import { and, desc, eq, gte, inArray, lt, type Placeholder, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { refundTotals } from "#lib/payments/model/refunds.schema.ts";
import { transactionFunds, transactions } from "#lib/payments/model/schema.ts";
import type { TransactionStatus } from "#lib/payments/model/status.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";
import { fundsColumns } from "./funds.sql.ts";
import { linkColumns, withLink } from "./link.sql.ts";
import { contextColumns, withContext } from "./order-context.sql.ts";
import { refundColumns } from "./refunds.sql.ts";
import type { ListedTransaction, Transaction } from "./transaction.ts";

export type TransactionFilter = {
  accountId: string;
  mode: Transaction["mode"];
  limit: number;
  before?: string | undefined;
  externalId?: string | undefined;
  status?: TransactionStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  paymentLinkId?: string | undefined;
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
  ...fundsColumns,
  ...contextColumns,
  ...refundColumns,
  ...linkColumns,
} satisfies Record<keyof ListedTransaction, unknown>;

const { id, createdAt } = transactions;

const withFunds = eq(transactionFunds.transactionId, id);
const withRefunds = eq(refundTotals.transactionId, id);

const newest = { createdAt, id };
/** The same order, in the index of a link's payments. */
const newestOfLink = { createdAt: linkPayments.createdAt, id: linkPayments.transactionId };

const isBelow = (
  before: string | Placeholder,
  by: Record<"createdAt" | "id", AnyPgColumn> = newest,
) =>
  sql`(${by.createdAt}, ${by.id}) < ((select created_at from transactions where id = ${before}), ${before})`;

const pageOf = (name: string, isFurther: boolean, limit: Placeholder) =>
  prepare(name, (db) =>
    db
      .select(LISTED)
      .from(transactions)
      .leftJoin(transactionFunds, withFunds)
      .leftJoin(orderContexts, withContext)
      .leftJoin(refundTotals, withRefunds)
      .leftJoin(linkPayments, withLink)
      .where(
        and(
          eq(transactions.accountId, sql.placeholder("accountId")),
          eq(transactions.mode, sql.placeholder("mode")),
          isFurther ? isBelow(sql.placeholder("before")) : undefined,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(limit),
  );

/** What the API asks for by default, and one more. */
const USUAL = 21;
/** With its limit as a parameter, PostgreSQL plans each time. Only `transactions_by_created` has this order. */
const asText = sql.raw(String(USUAL)) as unknown as Placeholder;
const usual = {
  first: pageOf("first-usual-transactions", false, asText),
  further: pageOf("further-usual-transactions", true, asText),
};
const other = {
  first: pageOf("first-transactions", false, sql.placeholder("limit")),
  further: pageOf("further-transactions", true, sql.placeholder("limit")),
};

/** By creation, for which each filter has an index. */
export function list(db: Database, filter: TransactionFilter): Promise<ListedTransaction[]> {
  const { externalId, status, createdAfter, createdBefore, paymentLinkId, before, limit } = filter;
  if (!(externalId || status || createdAfter || createdBefore || paymentLinkId)) {
    const { first, further } = limit === USUAL ? usual : other;
    return run(db, before ? further(filter) : first(filter));
  }
  const by = paymentLinkId ? newestOfLink : newest;
  const found = and(
    eq(transactions.accountId, filter.accountId),
    eq(transactions.mode, filter.mode),
    externalId ? eq(transactions.externalId, externalId) : undefined,
    status ? eq(transactions.status, status) : undefined,
    createdAfter ? gte(createdAt, createdAfter) : undefined,
    createdBefore ? lt(createdAt, createdBefore) : undefined,
    paymentLinkId ? eq(linkPayments.linkId, paymentLinkId) : undefined,
    before ? isBelow(before, by) : undefined,
  );
  // PostgreSQL may look for them among the newest of all.
  const rows =
    externalId && !paymentLinkId
      ? inArray(id, sql`(select id from transactions where ${found} offset 0)`)
      : found;
  return db
    .select(LISTED)
    .from(transactions)
    .leftJoin(transactionFunds, withFunds)
    .leftJoin(orderContexts, withContext)
    .leftJoin(refundTotals, withRefunds)
    .leftJoin(linkPayments, withLink)
    .where(rows)
    .orderBy(desc(by.createdAt), desc(by.id))
    .limit(limit);
}
