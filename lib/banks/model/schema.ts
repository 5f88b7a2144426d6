import { pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";

/** Banks that start no payments until the operator resumes them. */
export const bankPauses = pgTable("bank_pauses", {
  bankId: text("bank_id").primaryKey(),
  reason: text("reason").notNull(),
  pausedAt: at("paused_at").notNull(),
});
