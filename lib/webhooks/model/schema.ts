import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at } from "#lib/platform/db/columns.ts";
import { DELIVERY_STATUSES } from "./delivery-status.ts";
import { DISABLED_REASONS } from "./disabled-reason.ts";
import { EVENT_TYPES, LINK_PAID_EVENT, OUTCOME_EVENTS, WEBHOOK_TYPES } from "./event-types.ts";

const outcomes = OUTCOME_EVENTS.map((type) => `'${type}'`).join(", ");

/** A transaction has one outcome, and one event of each other type about it alone. Null for events that may come again. */
const onceFor = sql.raw(
  `(case when type in (${outcomes}) then 'o' when type like 'transaction.%' then type end)`,
);

export const events = pgTable(
  "events",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    type: text("type", { enum: WEBHOOK_TYPES }).notNull(),
    // Null for tests and events about an endpoint.
    transactionId: text("transaction_id").references(() => transactions.id),
    payload: text("payload").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("events_account").on(table.accountId, table.mode, table.id),
    index("events_type").on(table.accountId, table.mode, table.type, table.id),
    index("events_tests").on(table.accountId, table.mode).where(sql`transaction_id is null`),
    uniqueIndex("events_one_each").on(table.transactionId, onceFor),
    uniqueIndex("events_one_link_paid")
      .on(table.transactionId)
      .where(sql.raw(`type = '${LINK_PAID_EVENT}'`)),
  ],
);

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    url: text("url").notNull(),
    name: text("name"),
    // The merchant's id of it: one endpoint each, unless deleted.
    externalId: text("external_id"),
    // Of the request that created it.
    idempotencyKey: text("idempotency_key"),
    requestHash: text("request_hash"),
    eventTypes: text("event_types", { enum: EVENT_TYPES })
      .array()
      .notNull()
      .default([...OUTCOME_EVENTS]),
    secretSavedAt: at("secret_saved_at"),
    sealedSecret: text("sealed_secret").notNull(),
    sealedPreviousSecret: text("sealed_previous_secret"),
    previousSecretExpiresAt: at("previous_secret_expires_at"),
    disabledAt: at("disabled_at"),
    // First failed attempt since the last success.
    failingSince: at("failing_since"),
    lastFailedAt: at("last_failed_at"),
    failures: integer("failures").notNull().default(0),
    pausedUntil: at("paused_until"),
    disabledReason: text("disabled_reason", { enum: DISABLED_REASONS }),
    createdAt: at("created_at").notNull(),
    // Its deliveries stay. Also disabled then.
    deletedAt: at("deleted_at"),
  },
  (table) => [
    index("webhook_endpoints_account").on(table.accountId, table.mode),
    uniqueIndex("webhook_endpoints_external")
      .on(table.accountId, table.mode, table.externalId)
      .where(sql`external_id is not null and deleted_at is null`),
  ],
);

export const deliveries = pgTable(
  "deliveries",
  {
    id: text("id").primaryKey(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    leases: integer("leases").notNull().default(0),
    nextAttemptAt: at("next_attempt_at"),
    leasedUntil: at("leased_until"),
    createdAt: at("created_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    index("deliveries_event").on(table.eventId),
    index("deliveries_due").on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index("deliveries_endpoint")
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index("deliveries_leased")
      .on(table.leasedUntil)
      .where(sql`status = 'pending' and leased_until is not null`),
    uniqueIndex("deliveries_endpoint_log").on(table.endpointId, table.eventId),
    // Most are delivered, and those the log has.
    index("deliveries_endpoint_status")
      .on(table.endpointId, table.status, table.eventId)
      .where(sql`status <> 'delivered'`),
  ],
);

export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: text("id").notNull(),
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    number: integer("number").notNull(),
    startedAt: at("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>(),
    responseStatus: integer("response_status"),
    responseStart: text("response_start"),
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index("delivery_attempts_kept")
      .on(table.startedAt)
      .where(sql`response_start is not null or request_headers is not null`),
  ],
);
