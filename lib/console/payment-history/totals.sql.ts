import { and, count, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isFiltered } from "./filter.ts";
import { isStartOfOrder } from "./search/repository.ts";
import {
  branches,
  fits,
  isAfter,
  isOf,
  ofBank,
  orderBy,
  type Query,
  sorted,
} from "./selection.sql.ts";

const { currency, amount, status } = transactions;

/** Counted without a look-up of each payment, if only a bank is asked for. */
async function hasBankMore(db: Database, query: Query, most: number): Promise<boolean> {
  const { filter, search, ...owner } = query;
  const { bankId, ...others } = filter;
  if (bankId === undefined || search || isFiltered(others)) return false;
  const some = ofBank(owner, bankId).limit(most + 1);
  const [row] = await db.select({ count: count() }).from(some.as("some"));
  return row !== undefined && row.count > most;
}

/**
 * By currency, of all pages; `undefined` if there are more than `most` payments. Reads them in no order, so from the index that seems to
 * have the fewest to read. `ids` are the first `pageSize` in the order of the list after the cursor.
 */
export async function sumUp(db: Database, query: Query, most: number, pageSize: number) {
  if (await hasBankMore(db, query, most)) return undefined;
  const { search, order, after, filter, ...owner } = query;
  const limit = most + 1;
  const part = (where: SQL | undefined) => {
    const rows = new QueryBuilder().select({ ...sorted, currency });
    return sql`(${rows.from(transactions).where(where).limit(limit)})`;
  };
  // A payment may have no order number.
  const isOther = search && sql`(${isStartOfOrder(search)}) is not true`;
  // By different meanings, but for the start of an order number, one payment may be found twice.
  const found = sql.join(branches(query, isOther).map(part), sql` union `);
  const isStarted = search && and(isOf(owner), ...fits(owner, filter), isStartOfOrder(search));
  const parts = search ? sql`${part(isStarted)} union all (${found})` : found;
  const counted = db.$with("counted", { currency, amount, status }).as(parts);
  const isAll = sql`(select count(*) from counted) <= ${most}`;
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
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  if (total > most) return undefined;
  return { count: total, currencies: rows.map(({ ids, ...row }) => row), ids: rows[0]?.ids ?? [] };
}
