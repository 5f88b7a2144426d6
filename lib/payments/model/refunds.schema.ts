import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";
import { REFUND_FAILURES, REFUND_FINDINGS, REFUND_STATUSES } from "./refund.ts";
import { transactions } from "./schema.ts";

/** Files for the merchant's bank, each of many refunds. */
export const refundFiles = pgTable(
  "refund_files",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    // It names payers. Null after the retention days.
    sealedContent: text("sealed_content"),
    count: integer("count").notNull(),
    // In euro cents.
    total: minorUnits("total").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("refund_files_account").on(table.accountId, table.mode, table.id),
    index("refund_files_with_content").on(table.createdAt).where(sql`sealed_content is not null`),
  ],
);

export const refunds = pgTable(
  "refunds",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    // Money of this transaction that paid nothing. Null: of what paid it.
    transferId: text("transfer_id"),
    externalId: text("external_id"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    reason: text("reason"),
    status: text("status", { enum: REFUND_STATUSES }).notNull(),
    failureReason: text("failure_reason", { enum: REFUND_FAILURES }),
    // The payer's IBAN and name. Null while unknown, and after the retention days.
    sealedAccount: text("sealed_account"),
    // When the payer last got a link to enter it.
    askedAt: at("asked_at"),
    fileId: text("file_id").references(() => refundFiles.id),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    finishedAt: at("finished_at"),
    // When it came back after it had succeeded.
    returnedAt: at("returned_at"),
  },
  (table) => [
    uniqueIndex("refunds_external_id").on(table.accountId, table.mode, table.externalId),
    index("refunds_transaction").on(table.transactionId),
    index("refunds_account").on(table.accountId, table.mode, table.id),
    index("refunds_by_status").on(table.accountId, table.mode, table.status, table.id),
    index("refunds_sent")
      .on(table.accountId, table.mode, table.finishedAt, table.id)
      .where(sql`status = 'succeeded'`),
    index("refunds_file").on(table.fileId).where(sql`file_id is not null`),
    // Found by its creditor reference, which has these characters.
    index("refunds_reference").on(table.accountId, sql`right(id, 11)`),
    index("refunds_with_account").on(table.finishedAt).where(sql`sealed_account is not null`),
    check("refunds_amount", sql`amount >= 1`),
    check(
      "refunds_final",
      sql`(status in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)`,
    ),
    check("refunds_reason", sql`(status = 'failed') = (failure_reason is not null)`),
  ],
);

/** What a bank reported, for a member to look at. Each once, however often it is reported. */
export const refundFindings = pgTable(
  "refund_findings",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    refundId: text("refund_id")
      .notNull()
      .references(() => refunds.id),
    kind: text("kind", { enum: REFUND_FINDINGS }).notNull(),
    // As reported.
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    createdAt: at("created_at").notNull(),
    seenAt: at("seen_at"),
  },
  (table) => [
    uniqueIndex("refund_findings_once").on(
      table.refundId,
      table.kind,
      table.amount,
      table.currency,
    ),
    index("refund_findings_unseen")
      .on(table.accountId, table.mode, table.id)
      .where(sql`seen_at is null`),
  ],
);

/** Of refunds that did not fail, without those of a transfer. Only a trigger writes it. */
export const refundTotals = pgTable("refund_totals", {
  transactionId: text("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  amount: minorUnits("amount").notNull(),
  count: integer("count").notNull(),
});

/** Above them, a member confirms with a second factor. In euro cents; null for no limit. */
export const refundLimits = pgTable("refund_limits", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  perRefund: minorUnits("per_refund"),
  perDay: minorUnits("per_day"),
});

/** Where money came from, as the merchant's bank named it. Deleted after the retention days. */
export const transferAccounts = pgTable(
  "transfer_accounts",
  {
    transferId: text("transfer_id").primaryKey(),
    sealedAccount: text("sealed_account").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("transfer_accounts_created").on(table.createdAt)],
);

/** By which a payer enters their account. Each works once. */
export const refundLinks = pgTable(
  "refund_links",
  {
    digest: text("digest").primaryKey(),
    refundId: text("refund_id")
      .notNull()
      .references(() => refunds.id),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [
    index("refund_links_refund").on(table.refundId),
    index("refund_links_expires").on(table.expiresAt),
  ],
);
