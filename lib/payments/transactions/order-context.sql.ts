import { eq, getTableColumns } from "drizzle-orm";
import type { OrderContext } from "#lib/payments/model/order-context.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { type Bound, placeholdersFor, prepare } from "#lib/platform/db/prepared.ts";

export const contextColumns = {
  description: orderContexts.description,
  lines: orderContexts.lines,
  locale: orderContexts.locale,
  cancelUrl: orderContexts.cancelUrl,
} satisfies Record<keyof OrderContext, unknown>;

export const withContext = eq(orderContexts.transactionId, transactions.id);

const insertion = prepare("insert-order-context", (db) =>
  db
    .insert(orderContexts)
    .values(placeholdersFor(getTableColumns(orderContexts)))
    .returning({ id: orderContexts.transactionId }),
);

export const insertionOfContext = (row: typeof orderContexts.$inferSelect): Bound<unknown> =>
  insertion(row);
