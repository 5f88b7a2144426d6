import { and, desc, eq, gte, inArray, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { paymentAttempts, transactions } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { PaymentFilter } from "./filter.ts";
import type { PaymentOwner, PaymentPlace } from "./payment.ts";

// As many as change while a user looks at the first page.
const WATCHED = 200;

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

const listed = {
  id: transactions.id,
  status: transactions.status,
  failureReason: transactions.failureReason,
  amount: transactions.amount,
  currency: transactions.currency,
  externalId: transactions.externalId,
  createdAt: transactions.createdAt,
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

/** By the ids that bank statements show. */
const withBankId = (text: string) =>
  new QueryBuilder()
    .select({ id: paymentAttempts.transactionId })
    .from(paymentAttempts)
    .where(
      or(
        eq(paymentAttempts.endToEndId, text.toUpperCase()),
        eq(paymentAttempts.bankPaymentId, text),
      ),
    );

const matches = (search: string): SQL | undefined =>
  or(
    eq(transactions.id, search),
    eq(transactions.reference, search),
    like(transactions.externalId, `${escapeLike(search)}%`),
    inArray(transactions.id, withBankId(search)),
  );

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

const fits = (filter: PaymentFilter) => [
  given(filter.search, matches),
  given(filter.statuses, (statuses) => inArray(transactions.status, statuses)),
  given(filter.failureReason, (reason) => eq(transactions.failureReason, reason)),
  given(filter.createdFrom, (time) => gte(transactions.createdAt, time)),
  given(filter.createdBefore, (time) => lt(transactions.createdAt, time)),
  given(filter.minAmount, (amount) => gte(transactions.amount, amount)),
  given(filter.maxAmount, (amount) => lte(transactions.amount, amount)),
  given(filter.currency, (currency) => eq(transactions.currency, currency)),
  given(filter.externalId, (externalId) => eq(transactions.externalId, externalId)),
  given(filter.bankId, (bankId) => eq(lastAttempt.bankId, bankId)),
];

const where = ({ before, filter, ...owner }: PaymentPlace) =>
  and(
    isOf(owner),
    given(before, (id) => lt(transactions.id, id)),
    ...fits(filter),
  );

export function list(db: Database, place: PaymentPlace, limit: number) {
  return db
    .select(listed)
    .from(transactions)
    .leftJoinLateral(lastAttempt, sql`true`)
    .where(where(place))
    .orderBy(desc(transactions.id))
    .limit(limit);
}

export function listToExport(db: Database, place: PaymentPlace, limit: number) {
  return db
    .select(exported)
    .from(transactions)
    .leftJoinLateral(lastAttempt, sql`true`)
    .where(where(place))
    .orderBy(desc(transactions.id))
    .limit(limit);
}

/** `revision` changes with any of the newest {@link WATCHED} payments. */
export async function readRevision(
  db: Database,
  owner: PaymentOwner,
): Promise<{ newestId: string; revision: string }> {
  const newest = db
    .select({
      id: transactions.id,
      status: transactions.status,
      updatedAt: transactions.updatedAt,
    })
    .from(transactions)
    .where(isOf(owner))
    .orderBy(desc(transactions.id))
    .limit(WATCHED)
    .as("newest");
  const [row] = await db
    .select({
      newestId: sql<string | null>`max(${newest.id})`,
      revision: sql<string>`md5(coalesce(string_agg(${newest.id} || ${newest.status} || ${newest.updatedAt}, ',' order by ${newest.id}), ''))`,
    })
    .from(newest);
  return { newestId: row?.newestId ?? "", revision: row?.revision ?? "" };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
