import { eq, getTableColumns, sql } from "drizzle-orm";
import type { OrderContext } from "#lib/payments/model/order-context.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";

export const contextColumns = {
  description: orderContexts.description,
  lines: orderContexts.lines,
  locale: orderContexts.locale,
  cancelUrl: orderContexts.cancelUrl,
} satisfies Record<keyof OrderContext, unknown>;

/** For a change that returns: it joins nothing. */
export const contextOfMoved = sql<OrderContext | null>`(
  select jsonb_build_object('description', description, 'lines', lines, 'locale', locale, 'cancelUrl', cancel_url)
  from order_contexts where transaction_id = transactions.id)`;

export const withContext = eq(orderContexts.transactionId, transactions.id);

export async function findDescription(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ description: orderContexts.description })
    .from(orderContexts)
    .where(eq(orderContexts.transactionId, id));
  return row?.description ?? null;
}

const insertion = prepare("insert-order-context", (db) =>
  db
    .insert(orderContexts)
    .values(placeholdersFor(getTableColumns(orderContexts)))
    .returning({ id: orderContexts.transactionId }),
);

export const insertionOfContext = (row: typeof orderContexts.$inferSelect): Bound<unknown> =>
  insertion(row);
