import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** Append-only. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    // `null` for the whole deployment.
    accountId: text("account_id"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    target: text("target").notNull(),
    // Never personal data: an entry outlives its subject.
    details: jsonb("details").$type<Record<string, string | number | boolean>>().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("audit_entries_account").on(table.accountId, table.id),
    index("audit_entries_target").on(table.target),
  ],
);

export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  dueAt: at("due_at").notNull(),
  leasedUntil: at("leased_until"),
  lastRunAt: at("last_run_at"),
  failedSteps: integer("failed_steps").notNull().default(0),
  lastFailedAt: at("last_failed_at"),
});

export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  // Milliseconds since 1970.
  expire: bigint("expire", { mode: "number" }),
});

export const testClock = pgTable(
  "test_clock",
  {
    id: integer("id").primaryKey(),
    offsetMs: bigint("offset_ms", { mode: "number" }).notNull(),
  },
  () => [check("test_clock_one", sql`id = 1`)],
);
