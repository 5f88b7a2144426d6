import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";
import type { OrderLine } from "./order-context.ts";
import { transactions } from "./schema.ts";

/** A row only for orders created with one of these. */
export const orderContexts = pgTable(
  "order_contexts",
  {
    transactionId: text("transaction_id")
      .primaryKey()
      .references(() => transactions.id),
    description: text("description"),
    lines: jsonb("lines").$type<OrderLine[]>(),
    locale: text("locale"),
    cancelUrl: text("cancel_url"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    // An order can't end before it is created, so older ones are those that may be over.
    index("order_contexts_by_created").on(table.createdAt),
  ],
);
