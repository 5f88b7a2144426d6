import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";
import { LINK_USAGES } from "./link.ts";
import { transactions } from "./schema.ts";
import { OUTCOMES } from "./status.ts";

export const paymentLinks = pgTable(
  "payment_links",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    // Of its address, which anyone may see.
    token: text("token").notNull().unique(),
    usage: text("usage", { enum: LINK_USAGES }).notNull(),
    // Null: the payer enters it, within the bounds.
    amount: minorUnits("amount"),
    minAmount: minorUnits("min_amount"),
    maxAmount: minorUnits("max_amount"),
    currency: text("currency").notNull(),
    // Null also after the retention days.
    description: text("description"),
    externalId: text("external_id"),
    maxPayments: integer("max_payments"),
    expiresAt: at("expires_at"),
    stoppedAt: at("stopped_at"),
    // Only a trigger writes these two.
    paidCount: integer("paid_count").notNull().default(0),
    lastPaidAt: at("last_paid_at"),
    // Of the request that created it.
    idempotencyKey: text("idempotency_key"),
    requestHash: text("request_hash").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("payment_links_account").on(table.accountId, table.mode, table.id),
    uniqueIndex("payment_links_idempotency")
      .on(table.accountId, table.mode, table.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    index("payment_links_with_description")
      .on(table.createdAt)
      .where(
        sql`description is not null and (stopped_at is not null or expires_at is not null or last_paid_at is not null)`,
      ),
    check(
      "payment_links_amount",
      sql`coalesce(case when amount is null then min_amount >= 1 and max_amount between min_amount and 99999999999
        else amount between 1 and 99999999999 and min_amount is null and max_amount is null end, false)`,
    ),
    check(
      "payment_links_max",
      sql`max_payments is null or (max_payments >= 1 and usage <> 'once')`,
    ),
  ],
);

/** As `linkStatusOf` says. Null if a link takes any number of payments. */
export const isPaidLink = sql`(${paymentLinks.paidCount} >= case when ${paymentLinks.usage} = 'once' then 1 else ${paymentLinks.maxPayments} end)`;

/** Which transactions belong to which link. */
export const linkPayments = pgTable(
  "link_payments",
  {
    transactionId: text("transaction_id")
      .primaryKey()
      .references(() => transactions.id),
    linkId: text("link_id")
      .notNull()
      .references(() => paymentLinks.id),
    // Digest of the link and the payer's browser. Null without cookies, and two days later.
    browser: text("browser"),
    // Only a trigger writes it. Null while the transaction is open.
    outcome: text("outcome", { enum: OUTCOMES }),
    // The transaction's own.
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("link_payments_link").on(table.linkId, table.createdAt, table.transactionId),
    index("link_payments_open").on(table.linkId).where(sql`outcome is null`),
    index("link_payments_browser").on(table.linkId, table.browser).where(sql`browser is not null`),
    index("link_payments_with_browser").on(table.createdAt).where(sql`browser is not null`),
  ],
);
