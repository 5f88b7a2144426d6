import { sql } from "drizzle-orm";
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";
import { FEED_ERRORS, FEED_PROVIDERS } from "./feed.ts";
import { FILE_KINDS, type FileResult, OPEN_TRANSFER_STATUSES, TRANSFER_STATUSES } from "./kinds.ts";
import { transactions } from "./schema.ts";

/** Of orders that can be paid by transfer. */
export const expectedTransfers = pgTable("expected_transfers", {
  transactionId: text("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  // Creditor reference (ISO 11649).
  reference: text("reference").notNull().unique(),
  shownAt: at("shown_at"),
  reportedAt: at("reported_at"),
});

/** Sent by a merchant. */
export const statementImports = pgTable(
  "statement_imports",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    // SHA-256 of what was sent.
    digest: text("digest").notNull(),
    fileName: text("file_name").notNull(),
    // Of the first file that was read.
    kind: text("kind", { enum: FILE_KINDS }).notNull(),
    entries: integer("entries").notNull(),
    // The files in it. Null until all were booked, empty for imports of earlier versions.
    files: jsonb("files").$type<FileResult[]>().default([]),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [uniqueIndex("statement_imports_once").on(table.accountId, table.mode, table.digest)],
);

/** Reports incoming money of a business account at a provider. */
export const feeds = pgTable(
  "feeds",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    provider: text("provider", { enum: FEED_PROVIDERS }).notNull(),
    iban: text("iban").notNull(),
    // Null once retired.
    sealedCredentials: text("sealed_credentials"),
    sealedWebhookSecret: text("sealed_webhook_secret"),
    // By the provider's clock: every change before it was read.
    readUntil: at("read_until").notNull(),
    // Null before the owner's consent, and once retired.
    nextReadAt: at("next_read_at"),
    leasedUntil: at("leased_until"),
    // A webhook may come before the money can be read.
    eagerUntil: at("eager_until"),
    failures: integer("failures").notNull().default(0),
    // Successful.
    lastReadAt: at("last_read_at"),
    lastMoneyAt: at("last_money_at"),
    lastError: text("last_error", { enum: FEED_ERRORS }),
    lastErrorAt: at("last_error_at"),
    silentAt: at("silent_at"),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    retiredAt: at("retired_at"),
  },
  (table) => [
    index("feeds_account").on(table.accountId, table.mode),
    index("feeds_due").on(table.nextReadAt).where(sql`next_read_at is not null`),
    uniqueIndex("feeds_one_per_iban")
      .on(table.accountId, table.mode, table.provider, table.iban)
      .where(sql`retired_at is null`),
  ],
);

/** Webhooks that came, so that each wakes its feed once. */
export const feedEvents = pgTable(
  "feed_events",
  {
    feedId: text("feed_id")
      .notNull()
      .references(() => feeds.id),
    // As the provider names it.
    eventId: text("event_id").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feedId, table.eventId] }),
    index("feed_events_created").on(table.createdAt),
  ],
);

/** In SQL. */
export const OPEN_TRANSFERS = sql.raw(
  OPEN_TRANSFER_STATUSES.map((status) => `'${status}'`).join(", "),
);

/** Marked by the merchant, read from a file, or reported by a feed. */
export const receivedTransfers = pgTable(
  "received_transfers",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    transactionId: text("transaction_id").references(() => transactions.id),
    // Of the payment attempt whose end-to-end id came with the money. Null: found by another reference.
    attemptId: text("attempt_id"),
    // `null` if no file has it.
    importId: text("import_id").references(() => statementImports.id),
    // Prevents two parallel readers from storing the same money twice.
    entryKey: text("entry_key").notNull(),
    // How each kind of source identifies it; `null` until one reports it.
    notificationKey: text("notification_key"),
    statementKey: text("statement_key"),
    feedKey: text("feed_key"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    // As the bank wrote it.
    reference: text("reference"),
    // Of money without a payment: open orders for a payer of the sender's name. The names themselves are not kept.
    sameNameOrders: text("same_name_orders").array(),
    bookedOn: date("booked_on", { mode: "string" }),
    status: text("status", { enum: TRANSFER_STATUSES }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    // When the merchant resolved money that did not match.
    resolvedAt: at("resolved_at"),
    resolvedNote: text("resolved_note"),
  },
  (table) => [
    uniqueIndex("received_transfers_once").on(table.accountId, table.mode, table.entryKey),
    uniqueIndex("received_transfers_once_notified").on(
      table.accountId,
      table.mode,
      table.notificationKey,
    ),
    uniqueIndex("received_transfers_once_stated").on(
      table.accountId,
      table.mode,
      table.statementKey,
    ),
    uniqueIndex("received_transfers_once_fed").on(table.accountId, table.mode, table.feedKey),
    uniqueIndex("received_transfers_one_paid").on(table.transactionId).where(sql`status = 'paid'`),
    index("received_transfers_account").on(table.accountId, table.mode, table.id),
    index("received_transfers_transaction").on(table.transactionId),
    index("received_transfers_import").on(table.importId).where(sql`import_id is not null`),
    index("received_transfers_open")
      .on(table.accountId, table.mode, table.id)
      .where(sql`resolved_at is null and status in (${OPEN_TRANSFERS})`),
  ],
);
