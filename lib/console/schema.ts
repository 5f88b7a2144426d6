import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/schema.ts";
import { at } from "#lib/platform/db/columns.ts";

/** The owner's choices, which other data can't show. */
export const onboarding = pgTable("onboarding", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  // Written by earlier versions only.
  brandSkipped: boolean("brand_skipped").notNull().default(false),
  dismissedAt: at("dismissed_at"),
});
