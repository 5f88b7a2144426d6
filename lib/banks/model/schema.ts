import { pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";

export const bankPauses = pgTable("bank_pauses", {
  bankId: text("bank_id").primaryKey(),
  reason: text("reason").notNull(),
  pausedAt: at("paused_at").notNull(),
});
