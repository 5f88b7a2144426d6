import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";

export const accounts = pgTable("accounts", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  embedOrigins: text("embed_origins").array().notNull().default([]),
  // Empty: any scheme that is not refused for everybody.
  appSchemes: text("app_schemes").array().notNull().default([]),
  // An e-mail address this merchant tells spares the payer the code.
  emailWhitelisted: boolean("email_whitelisted").notNull().default(false),
  // Where shoppers go when a transaction of the web flow names no address of its own.
  defaultSuccessUrl: text("default_success_url"),
  defaultFailureUrl: text("default_failure_url"),
  // Days personal data of ended transactions are kept; none: as long as the deployment says.
  retentionDays: integer("retention_days"),
  // How long the outcome is shown before the shop's page opens, in seconds; none: as long as the product says.
  returnDelaySeconds: integer("return_delay_seconds"),
  // Whether shoppers may pay by a credit transfer of their own, with a code for banking apps.
  takesTransfers: boolean("takes_transfers").notNull().default(false),
  createdAt: at("created_at").notNull(),
  // A closed account takes no new transactions; what it has stays.
  closedAt: at("closed_at"),
});

export const payees = pgTable(
  "payees",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    iban: text("iban").notNull(),
    name: text("name").notNull(),
    isPrimary: boolean("is_primary").notNull(),
    confirmedAt: at("confirmed_at"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("payees_account_iban").on(table.accountId, table.iban),
    uniqueIndex("payees_one_primary").on(table.accountId).where(sql`is_primary`),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    method: text("method", { enum: ["web", "direct", "sdk"] }).notNull(),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    digest: text("digest").notNull().unique(),
    lastFour: text("last_four").notNull(),
    name: text("name"),
    // A user, or who else can make keys: see Actor.
    createdBy: text("created_by"),
    createdAt: at("created_at").notNull(),
    // Accurate to a minute.
    lastUsedAt: at("last_used_at"),
    revokedAt: at("revoked_at"),
  },
  (table) => [index("api_keys_account").on(table.accountId)],
);

export const signingKeys = pgTable("signing_keys", {
  kid: text("kid").primaryKey(),
  publicJwk: jsonb("public_jwk").notNull(),
  sealedPrivateJwk: text("sealed_private_jwk").notNull(),
  createdAt: at("created_at").notNull(),
  // Until when it verifies what it signed; none for the key that signs.
  retiredAt: at("retired_at"),
});

export const tokens = pgTable(
  "tokens",
  {
    jti: text("jti").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    apiKeyId: text("api_key_id")
      .notNull()
      .references(() => apiKeys.id),
    sealedDetails: text("sealed_details"),
    // How many transactions this JWT has created.
    creations: integer("creations").notNull().default(0),
    // The payer's session this JWT opened first. What was told with the JWT is known to no other browser.
    firstSessionId: text("first_session_id"),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("tokens_expiry").on(table.expiresAt)],
);

/** How an account's checkout looks. */
export const brands = pgTable("brands", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  // #rrggbb
  accentColour: text("accent_colour"),
  scheme: text("scheme", { enum: ["auto", "light", "dark"] })
    .notNull()
    .default("auto"),
  logoType: text("logo_type", { enum: ["image/png", "image/jpeg", "image/webp"] }),
  // Base64.
  logo: text("logo"),
  // SHA-256 of the image: part of its address, so that browsers may keep it for ever.
  logoDigest: text("logo_digest"),
  updatedAt: at("updated_at").notNull(),
});

/** Origins that tried to show an account's checkout in a frame and are not on its list. */
export const embedRefusals = pgTable(
  "embed_refusals",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    origin: text("origin").notNull(),
    // Of the payment that was tried last.
    reference: text("reference"),
    count: integer("count").notNull(),
    firstAt: at("first_at").notNull(),
    lastAt: at("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.origin] })],
);
