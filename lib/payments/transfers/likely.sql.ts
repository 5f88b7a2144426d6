import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { LikelyMoney } from "./transfer.ts";

const row = alias(receivedTransfers, "row");
const twin = alias(receivedTransfers, "twin");

const isEqualMoney = (other: typeof twin | typeof transactions) =>
  and(
    eq(other.accountId, row.accountId),
    eq(other.mode, row.mode),
    eq(other.amount, row.amount),
    eq(other.currency, row.currency),
  );

// A source reports each credit once.
const isOtherSource = (column: "notificationKey" | "statementKey" | "feedKey") =>
  or(isNull(row[column]), isNull(twin[column]));

// Sources book the same money on different days, or on none.
const isNear = sql`coalesce(
  abs(${row.bookedOn} - ${twin.bookedOn}) <= 3,
  ${twin.createdAt} between ${row.createdAt} - interval '30 days' and ${row.createdAt} + interval '30 days'
)`;

/** Which of these transfers are probably money that another source reported with its payment. */
export async function listTwins(db: Database, ids: string[]): Promise<LikelyMoney[]> {
  return db
    .select({
      transferId: row.id,
      transactionId: transactions.id,
      externalId: transactions.externalId,
      isCounted: sql<boolean>`true`,
    })
    .from(row)
    .innerJoin(twin, and(isEqualMoney(twin), ne(twin.id, row.id)))
    .innerJoin(transactions, eq(transactions.id, twin.transactionId))
    .where(
      and(
        inArray(row.id, ids),
        isOtherSource("notificationKey"),
        isOtherSource("statementKey"),
        isOtherSource("feedKey"),
        isNear,
      ),
    )
    .orderBy(asc(row.id), asc(twin.id));
}

const dayOf = (time: PgColumn) => sql`(${time} at time zone 'utc')::date`;
const bookedOn = sql`coalesce(${row.bookedOn}, ${dayOf(row.createdAt)})`;

// A weekend with two holidays, and half a day for other time zones.
const LATEST_DAYS = 5;

/** Which of these transfers may be the money of a payment that succeeded at its bank's word, as none was counted for it. */
export async function listBankPayments(db: Database, ids: string[]): Promise<LikelyMoney[]> {
  const paid = db
    .select({ id: twin.id })
    .from(twin)
    .where(and(eq(twin.transactionId, transactions.id), eq(twin.status, "paid")));
  return db
    .select({
      transferId: row.id,
      transactionId: transactions.id,
      externalId: transactions.externalId,
      isCounted: sql<boolean>`false`,
    })
    .from(row)
    .innerJoin(transactions, isEqualMoney(transactions))
    .where(
      and(
        inArray(row.id, ids),
        eq(transactions.status, "succeeded"),
        isNotNull(transactions.finishedAt),
        gte(dayOf(transactions.finishedAt), sql`${bookedOn} - ${LATEST_DAYS}::int`),
        lte(dayOf(transactions.finishedAt), sql`${bookedOn} + ${LATEST_DAYS}::int`),
        notExists(paid),
      ),
    )
    .orderBy(asc(row.id), asc(transactions.id));
}
