import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSequence, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";

export const sandboxBankPayments = pgTable("sandbox_bank_payments", {
  id: text("id").primaryKey(),
  requestId: text("request_id").notNull().unique(),
  product: text("product").notNull(),
  endToEndId: text("end_to_end_id").notNull(),
  amount: minorUnits("amount").notNull(),
  currency: text("currency").notNull(),
  creditorIban: text("creditor_iban").notNull(),
  creditorName: text("creditor_name").notNull(),
  remittance: text("remittance"),
  debtorIban: text("debtor_iban"),
  approvalToken: text("approval_token").notNull().unique(),
  redirectUri: text("redirect_uri").notNull(),
  nokRedirectUri: text("nok_redirect_uri").notNull(),
  status: text("status").notNull(),
  reason: text("reason"),
  behaviour: text("behaviour").notNull().default("normal"),
  settlesAt: at("settles_at"),
  asked: integer("asked").notNull().default(0),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
});

export const sandboxBankLedger = pgTable(
  "sandbox_bank_ledger",
  {
    id: text("id").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .unique()
      .references(() => sandboxBankPayments.id),
    debtorIban: text("debtor_iban").notNull(),
    creditorIban: text("creditor_iban").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    bookedAt: at("booked_at").notNull(),
  },
  (table) => [index("sandbox_bank_ledger_debtor").on(table.debtorIban)],
);

/** Codes that were redeemed, so that each works once, and their tokens. Both as digests. */
export const sandboxBankGrants = pgTable("sandbox_bank_grants", {
  codeDigest: text("code_digest").primaryKey(),
  /** `null`: revoked. */
  tokenDigest: text("token_digest").unique(),
  /** Of the one order that the token pays for. */
  requestId: text("request_id"),
  expiresAt: at("expires_at").notNull(),
});

export const sandboxShops = pgTable("sandbox_shops", {
  id: text("id").primaryKey(),
  accountId: text("account_id")
    .notNull()
    .references(() => accounts.id),
  sealedApiKey: text("sealed_api_key").notNull(),
  sealedWebhookSecret: text("sealed_webhook_secret").notNull(),
  createdAt: at("created_at").notNull(),
});

export const sandboxOrderNumbers = pgSequence("sandbox_order_numbers", { startWith: 1042 });

/** As shoppers and merchants read it: `#1042`. */
export const nextOrderNumber = sql<string>`'#' || nextval('sandbox_order_numbers')`;

export const sandboxShopOrders = pgTable(
  "sandbox_shop_orders",
  {
    id: text("id").primaryKey(),
    externalId: text("external_id").notNull().default(nextOrderNumber),
    cartId: text("cart_id").notNull(),
    items: jsonb("items").$type<{ productId: string; quantity: number }[]>().notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    transactionId: text("transaction_id"),
    redirectUrl: text("redirect_url"),
    status: text("status", { enum: ["open", "paid", "failed"] }).notNull(),
    lastEventId: text("last_event_id"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [index("sandbox_shop_orders_cart").on(table.cartId)],
);

export const sandboxApps = pgTable("sandbox_apps", {
  id: text("id").primaryKey(),
  accountId: text("account_id")
    .notNull()
    .references(() => accounts.id),
  sealedApiKey: text("sealed_api_key").notNull(),
  createdAt: at("created_at").notNull(),
});

export const sandboxMails = pgTable(
  "sandbox_mails",
  {
    id: text("id").primaryKey(),
    recipientMac: text("recipient_mac").notNull(),
    sealedMail: text("sealed_mail").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("sandbox_mails_recipient").on(table.recipientMac, table.id)],
);

export const sandboxWebhooks = pgTable(
  "sandbox_webhooks",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    body: text("body").notNull(),
    isSigned: boolean("is_signed").notNull(),
    receivedAt: at("received_at").notNull(),
  },
  (table) => [index("sandbox_webhooks_account").on(table.accountId, table.id)],
);
