import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#lib/identity/model/schema.ts";
import { accounts } from "#lib/merchants/model/schema.ts";
import { at } from "#lib/platform/db/columns.ts";

export const onboarding = pgTable("onboarding", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  // Written by earlier versions only.
  brandSkipped: boolean("brand_skipped").notNull().default(false),
  dismissedAt: at("dismissed_at"),
});

export const savedFilters = pgTable(
  "saved_filters",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    // Of the page's URL, without its mode.
    query: text("query").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [uniqueIndex("saved_filters_name").on(table.accountId, table.userId, table.name)],
);
