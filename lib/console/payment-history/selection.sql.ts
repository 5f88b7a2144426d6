// Which payments fit a filter and a search, and in which order.
import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { PaymentFilter } from "./filter.ts";
import type { PaymentOrder, PaymentOwner, PaymentPosition } from "./payment.ts";
import { conditionsOf } from "./search/repository.ts";
import type { Search } from "./search/search.ts";

type Selection = PaymentOwner & { filter: PaymentFilter; search: Search | undefined };

export type Query = Selection & { order: PaymentOrder; after: PaymentPosition | undefined };

const { id, status, amount, createdAt } = transactions;
export const sorted = { id, status, amount, createdAt };

export const isOf = ({ accountId, mode }: PaymentOwner) =>
  and(eq(transactions.accountId, accountId), eq(transactions.mode, mode));

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

const later = alias(paymentAttempts, "later");

// Not "not exists": PostgreSQL would join it, and may read the attempts of all payments for that.
const laterAttempts = new QueryBuilder()
  .select({ count: count() })
  .from(later)
  .where(
    and(eq(later.transactionId, paymentAttempts.transactionId), gt(later.id, paymentAttempts.id)),
  );

/** The payments whose last attempt was at the bank. */
export const ofBank = ({ accountId, mode }: PaymentOwner, bankId: string) =>
  new QueryBuilder()
    .select({ id: paymentAttempts.transactionId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.accountId, accountId),
        eq(paymentAttempts.mode, mode),
        eq(paymentAttempts.bankId, bankId),
        sql`not (${laterAttempts}) > 0`,
      ),
    );

export const fits = (owner: PaymentOwner, filter: PaymentFilter) => [
  given(filter.statuses, (statuses) => inArray(transactions.status, statuses)),
  given(filter.failureReason, (reason) => eq(transactions.failureReason, reason)),
  given(filter.createdFrom, (time) => gte(transactions.createdAt, time)),
  given(filter.createdBefore, (time) => lt(transactions.createdAt, time)),
  given(filter.minAmount, (amount) => gte(transactions.amount, amount)),
  given(filter.maxAmount, (amount) => lte(transactions.amount, amount)),
  given(filter.currency, (currency) => eq(transactions.currency, currency)),
  given(filter.externalId, (externalId) => eq(transactions.externalId, externalId)),
  given(filter.bankId, (bankId) => inArray(transactions.id, ofBank(owner, bankId))),
];

// Each has an index of its columns.
const KEYS = {
  created: ["createdAt", "id"],
  amount: ["amount", "id"],
  status: ["status", "createdAt", "id"],
} as const satisfies Record<PaymentOrder["by"], (keyof PaymentPosition)[]>;

export function orderBy({ by, direction }: PaymentOrder): SQL[] {
  return KEYS[by].map((key) => (direction === "asc" ? asc : desc)(transactions[key]));
}

/** Compares rows as a whole, which an index can do. */
export function isAfter({ by, direction }: PaymentOrder, row: PaymentPosition): SQL {
  const columns = KEYS[by].map((key) => sql`${transactions[key]}`);
  const values = KEYS[by].map((key) => sql`${sql.param(row[key], transactions[key])}`);
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql`(${sql.join(columns, sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`;
}

/**
 * One part for each index that has the order. Where the status is fixed, PostgreSQL 18 uses the index by creation, so that the
 * position must be one of that index.
 */
export function partsAfter(
  order: PaymentOrder,
  row: PaymentPosition | undefined,
): (SQL | undefined)[] {
  if (order.by !== "status") return [row && isAfter(order, row)];
  return [
    and(sql`status <> 'succeeded'`, row && isAfter(order, row)),
    and(sql`status = 'succeeded'`, row && isSucceededAfter(order.direction, row)),
  ];
}

function isSucceededAfter(
  direction: PaymentOrder["direction"],
  row: PaymentPosition,
): SQL | undefined {
  if (row.status === "succeeded") return isAfter({ by: "created", direction }, row);
  const isAhead = direction === "asc" ? row.status < "succeeded" : row.status > "succeeded";
  return isAhead ? undefined : sql`false`;
}

/** One condition, or one for each meaning of a search: each alone has an index, which `or` would not use. */
export function branches({ search, filter, ...owner }: Selection, more?: SQL): (SQL | undefined)[] {
  const all = and(isOf(owner), ...fits(owner, filter), more);
  return search ? conditionsOf(search).map((one) => and(all, one)) : [all];
}
