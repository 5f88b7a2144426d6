// Which payments fit a filter and a search, and in which order.
import { and, asc, desc, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { paymentBanks, transactions } from "#lib/payments/model/schema.ts";
import type { PaymentFilter } from "./filter.ts";
import type { PaymentOrder, PaymentOwner, PaymentPosition } from "./payment.ts";
import { conditionsOf, isStartOfOrder } from "./search/repository.ts";
import type { Search } from "./search/search.ts";

type Selection = PaymentOwner & { filter: PaymentFilter; search: Search | undefined };

export type Query = Selection & { order: PaymentOrder; after: PaymentPosition | undefined };

const { id, status, amount, createdAt } = transactions;
export const sorted = { id, status, amount, createdAt };

export const isOf = ({ accountId, mode }: PaymentOwner) =>
  and(eq(transactions.accountId, accountId), eq(transactions.mode, mode));

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

/** Of the payments of a bank: each other condition that {@link paymentBanks} has an index of. */
export const fitsBank = (
  { accountId, mode }: PaymentOwner,
  filter: PaymentFilter,
  start?: Search,
) =>
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

export const ofBank = (owner: PaymentOwner, filter: PaymentFilter, start?: Search) =>
  new QueryBuilder()
    .select({ id: paymentBanks.transactionId })
    .from(paymentBanks)
    .where(fitsBank(owner, filter, start));

/** `start`: also by the start of the order number, which an index has with the bank. */
export const fits = (owner: PaymentOwner, filter: PaymentFilter, start?: Search) => [
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

/** One condition, or one for each meaning of a search: each alone has an index, which `or` would not use. */
export function branches({ search, filter, ...owner }: Selection, more?: SQL): (SQL | undefined)[] {
  const all = and(isOf(owner), ...fits(owner, filter), more);
  return search ? conditionsOf(search).map((one) => and(all, one)) : [all];
}

/** Whether all that is asked for has an index with the bank. */
export function isByBank({ search, ...filter }: PaymentFilter): boolean {
  const { bankId, currency, failureReason, createdFrom, createdBefore, ...others } = filter;
  return bankId !== undefined && Object.values(others).every((value) => value === undefined);
}
