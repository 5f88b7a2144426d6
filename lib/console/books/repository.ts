import { and, desc, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { SUCCEEDED_SAMPLES } from "#lib/payments/model/samples.ts";
import {
  inIndexOfEnded,
  sampleOf,
  transactionFunds,
  transactions,
} from "#lib/payments/model/schema.ts";
import { expectedTransfers, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { BookDay, BookEntry, BookOwner } from "./entry.ts";

export type Position = { at: Date; transactionId: string };

const { finishedAt, id } = transactions;

/** The samples of the index, which has payments of each by time. */
const samples = sql`(select unnest(${`{${SUCCEEDED_SAMPLES}}`}::bigint[]) as sample) samples`;

function isPaidOn({ accountId, mode }: BookOwner, { from, to }: BookDay): SQL | undefined {
  return and(
    sql`${inIndexOfEnded(transactions.accountId)} = ${accountId}`,
    eq(transactions.mode, mode),
    sql`${sampleOf(transactions)} = samples.sample`,
    gte(finishedAt, from),
    lt(finishedAt, to),
    isNull(transactions.failureReason),
  );
}

const payingAttempt = new QueryBuilder()
  .select({ endToEndId: paymentAttempts.endToEndId, bankPaymentId: paymentAttempts.bankPaymentId })
  .from(paymentAttempts)
  .where(
    and(sql`${paymentAttempts.transactionId} = page.id`, eq(paymentAttempts.status, "succeeded")),
  )
  .orderBy(desc(paymentAttempts.id))
  .limit(1)
  .as("paying_attempt");

/** Of each sample the first ones, of which the first of all are the page. By time. */
export function listPaid(
  db: Database,
  owner: BookOwner,
  day: BookDay,
  after: Position | undefined,
  limit: number,
) {
  const first = new QueryBuilder()
    .select({ id, at: sql<Date>`${finishedAt}`.as("at") })
    .from(transactions)
    .where(
      and(
        isPaidOn(owner, day),
        after && gte(finishedAt, after.at),
        after &&
          sql`(${finishedAt}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.transactionId})`,
      ),
    )
    .orderBy(finishedAt, id)
    .limit(limit)
    .as("first");
  const page = sql`(select first.id from ${samples} cross join lateral ${first} order by first.at, first.id limit ${limit}) page`;
  return db
    .select({
      transactionId: id,
      externalId: transactions.externalId,
      description: orderContexts.description,
      at: sql`${finishedAt}`.mapWith(finishedAt),
      amount: transactions.amount,
      currency: transactions.currency,
      payeeIban: transactions.payeeIban,
      payeeName: transactions.payeeName,
      status: transactions.status,
      finishedAt,
      seenFunds: transactionFunds.funds,
      seenFundsAt: transactionFunds.movedAt,
      endToEndId: payingAttempt.endToEndId,
      bankPaymentId: payingAttempt.bankPaymentId,
      creditorReference: expectedTransfers.reference,
      creditReference: receivedTransfers.reference,
      bookedOn: receivedTransfers.bookedOn,
      paymentLinkId: linkPayments.linkId,
    })
    .from(page)
    .innerJoin(transactions, sql`${id} = page.id`)
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, id))
    .leftJoin(orderContexts, eq(orderContexts.transactionId, id))
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, id))
    .leftJoin(linkPayments, eq(linkPayments.transactionId, id))
    .leftJoin(
      receivedTransfers,
      and(eq(receivedTransfers.transactionId, id), eq(receivedTransfers.status, "paid")),
    )
    .leftJoinLateral(payingAttempt, sql`true`)
    .orderBy(finishedAt, id);
}

export function sumPaid(db: Database, owner: BookOwner, day: BookDay) {
  const paid = new QueryBuilder()
    .select({
      id,
      payeeIban: transactions.payeeIban,
      currency: transactions.currency,
      amount: transactions.amount,
    })
    .from(transactions)
    .where(isPaidOn(owner, day))
    .as("paid");
  const { payeeIban, currency } = paid;
  const funds = sql<"received" | "returned" | null>`${transactionFunds.funds}`;
  return db
    .select({
      payeeIban,
      currency,
      funds,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`sum(${paid.amount})`.mapWith(Number),
    })
    .from(samples)
    .crossJoinLateral(paid)
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, paid.id))
    .groupBy(payeeIban, currency, transactionFunds.funds);
}

const isRefundedOn = ({ accountId, mode }: BookOwner, { from, to }: BookDay): SQL | undefined =>
  and(
    eq(refunds.accountId, accountId),
    eq(refunds.mode, mode),
    eq(refunds.status, "succeeded"),
    gte(refunds.finishedAt, from),
    lt(refunds.finishedAt, to),
  );

/** By time. */
export function listRefunded(
  db: Database,
  owner: BookOwner,
  day: BookDay,
  after: Pick<BookEntry, "at" | "refundId"> | undefined,
  limit: number,
) {
  return db
    .select({
      transactionId: refunds.transactionId,
      refundId: refunds.id,
      externalId: transactions.externalId,
      description: refunds.reason,
      at: sql`${refunds.finishedAt}`.mapWith(finishedAt),
      amount: refunds.amount,
      currency: refunds.currency,
      payeeIban: transactions.payeeIban,
      payeeName: transactions.payeeName,
      returnedAt: refunds.returnedAt,
      paymentLinkId: linkPayments.linkId,
    })
    .from(refunds)
    .innerJoin(transactions, eq(id, refunds.transactionId))
    .leftJoin(linkPayments, eq(linkPayments.transactionId, id))
    .where(
      and(
        isRefundedOn(owner, day),
        after &&
          sql`(${refunds.finishedAt}, ${refunds.id}) > (${after.at.toISOString()}::timestamptz, ${after.refundId})`,
      ),
    )
    .orderBy(refunds.finishedAt, refunds.id)
    .limit(limit);
}

export function sumRefunded(db: Database, owner: BookOwner, day: BookDay) {
  const { payeeIban } = transactions;
  const { currency } = refunds;
  return db
    .select({
      payeeIban,
      currency,
      count: sql`count(*)`.mapWith(Number),
      amount: sql`sum(${refunds.amount})`.mapWith(Number),
    })
    .from(refunds)
    .innerJoin(transactions, eq(id, refunds.transactionId))
    .where(isRefundedOn(owner, day))
    .groupBy(payeeIban, currency);
}
