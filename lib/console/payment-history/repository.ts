import { and, desc, eq, inArray, max, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { payerSessions } from "#lib/payments/model/payers.schema.ts";
import { transactionFunds, transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { PaymentOrder } from "./payment.ts";
import { isStartOfOrder } from "./search/repository.ts";
import type { Search } from "./search/search.ts";
import {
  branches,
  fits,
  isAfter,
  isOf,
  orderBy,
  partsAfter,
  type Query,
  sorted,
} from "./selection.sql.ts";

const { currency, externalId } = transactions;

// Of the start of an order number.
const MOST_FIRST = 200;
const MOST_ORDERS = 500;

const lastAttempt = new QueryBuilder()
  .select({
    bankId: paymentAttempts.bankId,
    endToEndId: paymentAttempts.endToEndId,
    bankPaymentId: paymentAttempts.bankPaymentId,
  })
  .from(paymentAttempts)
  .where(eq(paymentAttempts.transactionId, transactions.id))
  .orderBy(desc(paymentAttempts.id))
  .limit(1)
  .as("last_attempt");

/** Of the last payment attempt, else the last verified one, else the last. */
const payerSession = new QueryBuilder()
  .select({ id: payerSessions.id })
  .from(payerSessions)
  .where(eq(payerSessions.transactionId, transactions.id))
  .orderBy(
    sql`(${new QueryBuilder()
      .select({ id: max(paymentAttempts.id) })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.payerSessionId, payerSessions.id))}) desc nulls last`,
    sql`${payerSessions.verifiedAt} is null`,
    desc(payerSessions.id),
  )
  .limit(1);

const listed = {
  ...sorted,
  failureReason: transactions.failureReason,
  currency,
  externalId,
  bankId: lastAttempt.bankId,
};

const exported = {
  seenFunds: transactionFunds.funds,
  seenFundsAt: transactionFunds.movedAt,
  ...listed,
  mode: transactions.mode,
  flow: transactions.flow,
  reference: transactions.reference,
  endToEndId: lastAttempt.endToEndId,
  bankPaymentId: lastAttempt.bankPaymentId,
  payeeName: transactions.payeeName,
  payeeIban: transactions.payeeIban,
  source: transactions.source,
  metadata: transactions.metadata,
  expiresAt: transactions.expiresAt,
  finishedAt: transactions.finishedAt,
  description: orderContexts.description,
  creditorReference: expectedTransfers.reference,
  creditReference: receivedTransfers.reference,
  bookedOn: receivedTransfers.bookedOn,
  paymentLinkId: linkPayments.linkId,
};

/** At most one. */
const isPaying = and(
  eq(receivedTransfers.transactionId, transactions.id),
  eq(receivedTransfers.status, "paid"),
);

/** The first rows are among the first rows of the parts. */
function isOnPage(query: Query, limit: number, mostOrders?: number): SQL | undefined {
  const { search, order, after } = query;
  const [first, ...parts] = search
    ? branches(query, after && isAfter(order, after))
    : partsAfter(order, after).flatMap((part) => branches(query, part));
  if (parts.length === 0) return first;
  const pages = [first, ...parts].map((where) => firstIds(where, order, limit));
  if (search) pages.push(idsOfOrders(query, search, limit, mostOrders));
  return inArray(transactions.id, sql`(${sql.join(pages, sql` union `)})`);
}

function firstIds(where: SQL | undefined, order: PaymentOrder, limit: number): SQL {
  const ids = new QueryBuilder().select({ id: transactions.id }).from(transactions).where(where);
  return sql`(${ids.orderBy(...orderBy(order)).limit(limit)})`;
}

/**
 * By the start of an order number. Looks for a page among the first payments that fit the filter, then among those with such a number:
 * of more than `mostOrders`, the longest and highest numbers, which tend to be the newest.
 */
function idsOfOrders(
  { filter, order, after, ...owner }: Query,
  search: Search,
  limit: number,
  mostOrders: number | undefined,
): SQL {
  const fitting = and(isOf(owner), ...fits(owner, filter));
  const rows = () => new QueryBuilder().select({ ...sorted, externalId }).from(transactions);
  const parts = partsAfter(order, after);
  const first = parts.map(
    (part) =>
      sql`(${rows()
        .where(and(fitting, part))
        .orderBy(...orderBy(order))
        .limit(MOST_FIRST / parts.length)})`,
  );
  const others = rows()
    .where(
      and(
        fitting,
        after && isAfter(order, after),
        isStartOfOrder(search),
        sql`(select count(*) from near) < ${limit}`,
      ),
    )
    .orderBy(sql`${externalId} using ~>~`);
  const some = mostOrders === undefined ? others : others.limit(mostOrders);
  const columns = sql.join(orderBy(order), sql`, `);
  return sql`(with near as materialized (
      select id from (${sql.join(first, sql` union all `)}) transactions where ${isStartOfOrder(search)} order by ${columns} limit ${limit}
    )
    select id from near union (select id from (${some}) transactions order by ${columns} limit ${limit}))`;
}

function listWhere(db: Database, where: SQL | undefined, order: PaymentOrder) {
  return db
    .select({ ...listed, payerSessionId: sql<string | null>`(${payerSession})` })
    .from(transactions)
    .leftJoinLateral(lastAttempt, sql`true`)
    .where(where)
    .orderBy(...orderBy(order));
}

export const list = (db: Database, query: Query, limit: number, mostOrders = MOST_ORDERS) =>
  listWhere(db, isOnPage(query, limit, mostOrders), query.order).limit(limit);

export const listThese = (db: Database, ids: string[], order: PaymentOrder) =>
  listWhere(db, inArray(transactions.id, ids), order);

/** Misses no payment, however many there are. */
export function listToExport(db: Database, query: Query, limit: number) {
  return db
    .select(exported)
    .from(transactions)
    .leftJoinLateral(lastAttempt, sql`true`)
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, transactions.id))
    .leftJoin(orderContexts, eq(orderContexts.transactionId, transactions.id))
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .leftJoin(receivedTransfers, isPaying)
    .leftJoin(linkPayments, eq(linkPayments.transactionId, transactions.id))
    .where(isOnPage(query, limit))
    .orderBy(...orderBy(query.order))
    .limit(limit);
}
