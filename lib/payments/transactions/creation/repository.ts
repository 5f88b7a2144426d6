import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { checkoutTokens, orderOf, transactions } from "#lib/payments/schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";
import { type Batched, run } from "#lib/platform/db/run.ts";

const lock = (name: unknown) => sql`hashtextextended(${name}, 0)`;

const locks = prepare("creation-locks", (db) => {
  const keys = sql`jsonb_array_elements_text(${sql.placeholder("idempotency")}::jsonb) as name`;
  const isFree = sql`(select bool_and(pg_try_advisory_xact_lock(${lock(sql`name`)})) from ${keys})`;
  const order = sql`${sql.placeholder("order")}::text`;
  // Waits. Void, and so not null.
  const isAlone = sql`(${order} is null or pg_advisory_xact_lock(${lock(order)})::text is not null)`;
  return db
    .select({
      isFree: sql<boolean>`case when coalesce(${isFree}, true) then ${isAlone} else false end`,
    })
    .from(sql`(select 1) as one`);
});

/**
 * Until the transaction ends. `idempotency`: `false` if another transaction holds one of these names. `order`: waits for those
 * that hold it.
 */
export async function takeLocks(
  tx: Batched,
  idempotency: readonly string[],
  order: string | null,
): Promise<boolean> {
  const [row] = await run(tx, locks({ idempotency: JSON.stringify(idempotency), order }));
  return row?.isFree === true;
}

// As text, since an index with a condition serves no parameter.
const live = prepare("live-transactions", (db) =>
  db
    .select()
    .from(transactions)
    .where(
      and(
        eq(orderOf(transactions), sql.placeholder("order")),
        sql`${transactions.status} <> 'failed'`,
      ),
    ),
);

/** Not failed: at most one of the web flow and one per payer. */
export async function listLive(
  tx: Batched,
  order: Pick<Transaction, "accountId" | "mode"> & { externalId: string },
): Promise<Transaction[]> {
  const { accountId, mode, externalId } = order;
  const found = await run(tx, live({ order: `${accountId} ${mode} ${externalId}` }));
  // Ordered here: for an order by id, PostgreSQL may read all rows in that order.
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const insertion = prepare("insert-transaction", (db) => {
  const { id, transferReference: target } = transactions;
  return db
    .insert(transactions)
    .values(placeholdersFor(getTableColumns(transactions)))
    .onConflictDoNothing({ target })
    .returning({ id });
});

/** `false` if the creditor reference is taken. */
export async function insert(tx: Batched, row: Transaction): Promise<boolean> {
  return (await run(tx, insertion(row))).length === 1;
}

const payerChange = prepare("set-payer", (db) =>
  db
    .update(transactions)
    .set({ sealedPayer: sql`${sql.placeholder("sealedPayer")}` })
    .where(eq(transactions.id, sql.placeholder("id")))
    .returning({ id: transactions.id }),
);

export async function setPayer(tx: Batched, id: string, sealedPayer: string | null): Promise<void> {
  await run(tx, payerChange({ id, sealedPayer }));
}

const tokenInsertion = prepare("insert-checkout-token", (db) =>
  db
    .insert(checkoutTokens)
    .values(placeholdersFor(getTableColumns(checkoutTokens)))
    .returning({ digest: checkoutTokens.digest }),
);

export async function insertCheckoutToken(
  tx: Batched,
  row: typeof checkoutTokens.$inferSelect,
): Promise<void> {
  await run(tx, tokenInsertion(row));
}
