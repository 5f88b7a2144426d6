import { and, asc, desc, eq, gte, inArray, lt, lte, max, not, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import {
  payerSessions,
  paymentAttempts,
  paymentBanks,
  transactions,
} from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { PaymentFilter } from "./filter.ts";
import type { PaymentOrder, PaymentOwner } from "./payment.ts";
import { conditionsOf, isStartOfOrder } from "./search/repository.ts";
import type { Search } from "./search/search.ts";

// Of the start of an order number.
const MOST_FIRST = 200;
const MOST_ORDERS = 500;

/** Values of the payment that a page starts after, by which it can be sorted. */
export type SortedRow = Pick<
  typeof transactions.$inferSelect,
  "id" | "status" | "amount" | "createdAt"
>;

type Selection = PaymentOwner & { filter: PaymentFilter; search: Search | undefined };

export type Query = Selection & { order: PaymentOrder; after: SortedRow | undefined };

const { id, status, amount, createdAt, currency, externalId } = transactions;
const sorted = { id, status, amount, createdAt };

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
};

const isOf = ({ accountId, mode }: PaymentOwner) =>
  and(eq(transactions.accountId, accountId), eq(transactions.mode, mode));

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

/** Of the payments of a bank: each other condition that {@link paymentBanks} has an index of. */
const fitsBank = ({ accountId, mode }: PaymentOwner, filter: PaymentFilter, start?: Search) =>
  and(
    eq(paymentBanks.accountId, accountId),
    eq(paymentBanks.mode, mode),
    given(filter.bankId, (id) => eq(paymentBanks.bankId, id)),
    given(filter.currency, (currency) => eq(paymentBanks.currency, currency)),
    given(filter.failureReason, (reason) => eq(paymentBanks.failureReason, reason)),
    given(filter.createdFrom, (time) => gte(paymentBanks.createdAt, time)),
    given(filter.createdBefore, (time) => lt(paymentBanks.createdAt, time)),
    given(start, (search) => isStartOfOrder(search, paymentBanks.externalId)),
  );

const ofBank = (owner: PaymentOwner, filter: PaymentFilter, start?: Search) =>
  new QueryBuilder()
    .select({ id: paymentBanks.transactionId })
    .from(paymentBanks)
    .where(fitsBank(owner, filter, start));

/** `start`: also by the start of the order number, which an index has with the bank. */
const fits = (owner: PaymentOwner, filter: PaymentFilter, start?: Search) => [
  given(filter.statuses, (statuses) => inArray(transactions.status, statuses)),
  given(filter.failureReason, (reason) => eq(transactions.failureReason, reason)),
  given(filter.createdFrom, (time) => gte(transactions.createdAt, time)),
  given(filter.createdBefore, (time) => lt(transactions.createdAt, time)),
  given(filter.minAmount, (amount) => gte(transactions.amount, amount)),
  given(filter.maxAmount, (amount) => lte(transactions.amount, amount)),
  given(filter.currency, (currency) => eq(transactions.currency, currency)),
  given(filter.externalId, (externalId) => eq(transactions.externalId, externalId)),
  given(filter.bankId, () => inArray(transactions.id, ofBank(owner, filter, start))),
  given(start, (search) => isStartOfOrder(search)),
];

// Each has an index of its columns.
const KEYS = {
  created: ["createdAt", "id"],
  amount: ["amount", "id"],
  status: ["status", "createdAt", "id"],
} as const satisfies Record<PaymentOrder["by"], (keyof SortedRow)[]>;

function orderBy({ by, direction }: PaymentOrder): SQL[] {
  return KEYS[by].map((key) => (direction === "asc" ? asc : desc)(transactions[key]));
}

/** Compares rows as a whole, which an index can do. */
function isAfter({ by, direction }: PaymentOrder, row: SortedRow): SQL {
  const columns = KEYS[by].map((key) => sql`${transactions[key]}`);
  const values = KEYS[by].map((key) => sql`${sql.param(row[key], transactions[key])}`);
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql`(${sql.join(columns, sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
}

/** One condition, or one for each meaning of a search: each alone has an index, which `or` would not use. */
function branches({ search, filter, ...owner }: Selection, more?: SQL): (SQL | undefined)[] {
  const all = and(isOf(owner), ...fits(owner, filter), more);
  return search ? conditionsOf(search).map((one) => and(all, one)) : [all];
}

/** The first rows are among the first rows of the branches. */
function isOnPage(query: Query, limit: number, mostOrders?: number): SQL | undefined {
  const { search, order } = query;
  const ofBank = newestOfBank(query, limit);
  if (ofBank) return inArray(transactions.id, ofBank);
  const isFurther = query.after && isAfter(order, query.after);
  const all = branches(query, isFurther);
  if (!search) return all[0];
  const pages = all.map((where) => firstIds(where, order, limit));
  return inArray(
    transactions.id,
    sql`(${sql.join([...pages, idsOfOrders(query, search, limit, mostOrders)], sql` union `)})`,
  );
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
  const fitting = and(isOf(owner), after && isAfter(order, after), ...fits(owner, filter));
  const rows = () => new QueryBuilder().select({ ...sorted, externalId }).from(transactions);
  const first = rows()
    .where(fitting)
    .orderBy(...orderBy(order))
    .limit(MOST_FIRST);
  const others = rows()
    .where(and(fitting, isStartOfOrder(search), sql`(select count(*) from near) < ${limit}`))
    .orderBy(sql`${externalId} using ~>~`);
  const some = mostOrders === undefined ? others : others.limit(mostOrders);
  const columns = sql.join(orderBy(order), sql`, `);
  return sql`(with near as materialized (
      select id from (${first}) transactions where ${isStartOfOrder(search)} order by ${columns} limit ${limit}
    )
    select id from near union (select id from (${some}) transactions order by ${columns} limit ${limit}))`;
}

/** Whether all that is asked for has an index with the bank. */
function isByBank({ search, ...filter }: PaymentFilter): boolean {
  const { bankId, currency, failureReason, createdFrom, createdBefore, ...others } = filter;
  return bankId !== undefined && Object.values(others).every((value) => value === undefined);
}

function newestOfBank({ filter, search, order, after, ...owner }: Query, limit: number) {
  if (!isByBank(filter) || search || order.by !== "created") return undefined;
  const { createdAt: at, transactionId } = paymentBanks;
  const [column, sign] = order.direction === "asc" ? [asc, sql`>`] : [desc, sql`<`];
  const ids = new QueryBuilder()
    .select({ id: transactionId })
    .from(paymentBanks)
    .where(
      and(
        fitsBank(owner, filter),
        after &&
          sql`(${at}, ${transactionId}) ${sign} (${sql.param(after.createdAt, at)}, ${after.id})`,
      ),
    )
    .orderBy(column(at), column(transactionId))
    .limit(limit);
  return sql`(${ids})`;
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
    .where(isOnPage(query, limit))
    .orderBy(...orderBy(query.order))
    .limit(limit);
}

export async function findSorted(
  db: Database,
  owner: PaymentOwner,
  id: string,
): Promise<SortedRow | undefined> {
  const [row] = await db
    .select(sorted)
    .from(transactions)
    .where(and(isOf(owner), eq(transactions.id, id)));
  return row;
}

/** By the start of an order number. If all else is in an index with the bank, only `limit` of its payments are looked up. */
function isStarted({ filter, ...owner }: Query, search: Search, limit: number): SQL | undefined {
  if (!isByBank(filter)) return and(isOf(owner), ...fits(owner, filter, search));
  return sql`${transactions.id} = any(array(${ofBank(owner, filter, search).limit(limit)}))`;
}

/**
 * By currency, of all pages. Counts at most `limit` payments for each meaning of a search, in no order, so from the index that seems to
 * have the fewest to read. If they are fewer than `limit` together, `ids` are the first `pageSize` in the order of the list after the
 * cursor, else none.
 */
export async function sumUp(db: Database, query: Query, limit: number, pageSize: number) {
  const { search, order, after } = query;
  const part = (where: SQL | undefined) => {
    const rows = new QueryBuilder().select({ ...sorted, currency });
    return sql`(${rows.from(transactions).where(where).limit(limit)})`;
  };
  // By different meanings, but for the start of an order number, one payment may be found twice.
  const found = sql.join(
    branches(query, search && not(isStartOfOrder(search))).map(part),
    sql` union `,
  );
  const parts = search ? sql`${part(isStarted(query, search, limit))} union all (${found})` : found;
  const counted = db.$with("counted", { currency, amount, status }).as(parts);
  const isAll = sql`(select count(*) from counted) < ${limit}`;
  const where = and(isAll, after && isAfter(order, after));
  const columns = sql.join(orderBy(order), sql`, `);
  const isPaid = sql`${counted.status} = 'succeeded'`;
  const rows = await db
    .with(counted)
    .select({
      currency: counted.currency,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`sum(${counted.amount})`.mapWith(Number),
      paid: sql`coalesce(sum(${counted.amount}) filter (where ${isPaid}), 0)`.mapWith(Number),
      ids: sql<
        string[]
      >`array(select id from counted transactions where ${where} order by ${columns} limit ${pageSize})`,
    })
    .from(counted)
    .groupBy(counted.currency)
    .orderBy(sql`count(*) desc, ${counted.currency}`);
  return { currencies: rows.map(({ ids, ...row }) => row), ids: rows[0]?.ids ?? [] };
}
