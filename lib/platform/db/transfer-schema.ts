import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, minorUnits } from "./columns.ts";
import { accounts, transactions } from "./schema.ts";

/** Files of a bank (camt.053, camt.054) that a merchant gave us to read. */
export const statementImports = pgTable(
  "statement_imports",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    // SHA-256 of the file: the same one again is no news.
    digest: text("digest").notNull(),
    fileName: text("file_name").notNull(),
    kind: text("kind", { enum: ["camt.053", "camt.054"] }).notNull(),
    entries: integer("entries").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [uniqueIndex("statement_imports_once").on(table.accountId, table.mode, table.digest)],
);

/** Money that came by credit transfer: marked by the merchant, or read from a file. */
export const receivedTransfers = pgTable(
  "received_transfers",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    // None while nobody knows what it is for.
    transactionId: text("transaction_id").references(() => transactions.id),
    // None where the merchant marked it by hand.
    importId: text("import_id").references(() => statementImports.id),
    // Keeps the same money from being stored twice by two who read of it at once.
    entryKey: text("entry_key").notNull(),
    // By what a file of each kind (camt.054, camt.053) tells it apart, such as the bank's own id; none while none told of it.
    notificationKey: text("notification_key"),
    statementKey: text("statement_key"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    // As the bank wrote it.
    reference: text("reference"),
    bookedOn: date("booked_on", { mode: "string" }),
    standing: text("standing", {
      enum: ["paid", "wrong_amount", "too_late", "already_paid", "being_paid", "unknown_reference"],
    }).notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    // When the merchant said to have dealt with what did not fit.
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
    uniqueIndex("received_transfers_one_paid")
      .on(table.transactionId)
      .where(sql`standing = 'paid'`),
    index("received_transfers_account").on(table.accountId, table.mode, table.id),
  ],
);
