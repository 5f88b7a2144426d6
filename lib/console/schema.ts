import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/schema.ts";
import { at } from "#lib/platform/db/columns.ts";

/** What an account's owner said about the first steps, beyond what its data tell. */
export const onboarding = pgTable("onboarding", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  brandSkipped: boolean("brand_skipped").notNull().default(false),
  dismissedAt: at("dismissed_at"),
});
