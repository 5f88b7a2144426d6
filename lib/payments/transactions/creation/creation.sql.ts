import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { checkoutTokens } from "#lib/payments/model/payers.schema.ts";
import { idempotencyKeys, orderOf, transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import {
  type Asked,
  find,
  isAsked,
  valuesOf,
} from "#lib/payments/transactions/idempotency/repository.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { run } from "#lib/platform/db/run.ts";

const lock = (name: unknown) => sql`hashtextextended(${name}, 0)`;

const locks = prepare("creation-locks", (db) => {
  const keys = sql`jsonb_array_elements_text(${sql.placeholder("idempotency")}::jsonb) as name`;
  const isFree = sql`(select bool_and(pg_try_advisory_xact_lock(${lock(sql`name`)})) from ${keys})`;
  const order = sql`${sql.placeholder("order")}::text`;
  // Void, and so not null.
  const isWaitedFor = sql`pg_advisory_xact_lock(${lock(order)})::text is not null`;
  return db
    .select({
      isFree: sql<boolean>`case when not coalesce(${isFree}, true) then false
        else ${order} is null or ${isWaitedFor} end`,
    })
    .from(sql`(select 1) as one`);
});

type Names = { idempotency: readonly string[]; order: string | null };

/** Until the transaction ends. Waits for creations of the order; false if an idempotency key is in use. */
export async function takeLocks(tx: Batched, { idempotency, order }: Names): Promise<boolean> {
  const [row] = await run(tx, locks({ idempotency: JSON.stringify(idempotency), order }));
  return row?.isFree ?? false;
}

const isLive = and(
  eq(orderOf(transactions), sql.placeholder("order")),
  // As text, since an index with a condition serves no parameter.
  sql`${transactions.status} <> 'failed'`,
);

const live = prepare("live-transactions", (db) => db.select().from(transactions).where(isLive));

const hasEarlier = prepare("has-earlier", (db) => {
  const response = db.select({ one: sql`1` }).from(idempotencyKeys).where(isAsked);
  const transaction = db.select({ one: sql`1` }).from(transactions).where(isLive);
  return db
    .select({ isTrue: sql<boolean>`exists ${response} or exists ${transaction}` })
    .from(sql`(select 1) as one`);
});

type Earlier = {
  responses: Awaited<ReturnType<typeof find>>;
  /** At most one of the web flow and one per payer, oldest first. */
  live: Transaction[];
};

type Order = Pick<Transaction, "accountId" | "mode" | "externalId">;

/** Both at once: mostly there are none. */
export async function findEarlier(
  tx: Batched,
  asked: Asked,
  { accountId, mode, externalId }: Order,
): Promise<Earlier> {
  const order = externalId === null ? null : `${accountId} ${mode} ${externalId}`;
  const [row] = await run(tx, hasEarlier({ ...valuesOf(asked), order }));
  if (!row?.isTrue) return { responses: [], live: [] };
  const [responses, found] = await Promise.all([find(tx, asked), run(tx, live({ order }))]);
  // Ordered by id, PostgreSQL may read all rows in that order.
  return { responses, live: found.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

const insertion = prepare("insert-transaction", (db) =>
  db
    .insert(transactions)
    .values(placeholdersFor(getTableColumns(transactions)))
    .returning({ id: transactions.id }),
);

export const insertionOf = (row: Transaction): Bound<unknown> => insertion(row);

const transferInsertion = prepare("insert-expected-transfer", (db) => {
  const { transactionId, reference: target } = expectedTransfers;
  return db
    .insert(expectedTransfers)
    .values(placeholdersFor({ transactionId, reference: target }))
    .onConflictDoNothing({ target })
    .returning({ id: transactionId });
});

/** No row if the creditor reference is taken. */
export const insertionOfTransfer = (transactionId: string, reference: string): Bound<unknown> =>
  transferInsertion({ transactionId, reference });

const payerChange = prepare("set-payer", (db) =>
  db
    .update(transactions)
    .set({ sealedPayer: sql`${sql.placeholder("sealedPayer")}` })
    .where(eq(transactions.id, sql.placeholder("id")))
    .returning({ id: transactions.id }),
);

export const payerChangeOf = (id: string, sealedPayer: string | null): Bound<unknown> =>
  payerChange({ id, sealedPayer });

const tokenInsertion = prepare("insert-checkout-token", (db) =>
  db
    .insert(checkoutTokens)
    .values(placeholdersFor(getTableColumns(checkoutTokens)))
    .returning({ digest: checkoutTokens.digest }),
);

export const insertionOfToken = (row: typeof checkoutTokens.$inferSelect): Bound<unknown> =>
  tokenInsertion(row);
