import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";

/** Who changed what: rows are only ever added. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    // None for what concerns the whole deployment.
    accountId: text("account_id"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    // Id of what was changed.
    target: text("target").notNull(),
    // Never personal data: an entry outlives what it tells of.
    details: jsonb("details").$type<Record<string, string | number | boolean>>().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("audit_entries_account").on(table.accountId, table.id),
    index("audit_entries_target").on(table.target),
  ],
);

/** Work that one worker at a time does for all, and when it is due next. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  dueAt: at("due_at").notNull(),
  leasedUntil: at("leased_until"),
});

/** Counters of rate limits, in the shape rate-limiter-flexible keeps them. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  // Milliseconds since 1970.
  expire: bigint("expire", { mode: "number" }),
});

/** How far tests have moved the time of a deployment that lets them; one row at most. */
export const testClock = pgTable(
  "test_clock",
  {
    id: integer("id").primaryKey(),
    offsetMs: bigint("offset_ms", { mode: "number" }).notNull(),
  },
  () => [check("test_clock_one", sql`id = 1`)],
);
