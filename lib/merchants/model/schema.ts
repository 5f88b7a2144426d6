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
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at } from "#lib/platform/db/columns.ts";
import { DELIVER_ON } from "./deliver-on.ts";
import { INTEGRATION_METHODS } from "./integration-method.ts";
import { LOGO_TYPES, SCHEMES } from "./look.ts";
import { PAYER_VERIFICATIONS } from "./payer-verification.ts";
import { SCOPES } from "./scope.ts";

export const accounts = pgTable("accounts", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  embedOrigins: text("embed_origins").array().notNull().default([]),
  // Empty: any scheme that is not refused.
  appSchemes: text("app_schemes").array().notNull().default([]),
  // Payers need no code when the merchant sends their e-mail address.
  emailWhitelisted: boolean("email_whitelisted").notNull().default(false),
  payerVerification: text("payer_verification", { enum: PAYER_VERIFICATIONS })
    .notNull()
    .default("on"),
  defaultSuccessUrl: text("default_success_url"),
  defaultFailureUrl: text("default_failure_url"),
  // Days, for ended transactions. Null: the deployment's setting.
  retentionDays: integer("retention_days"),
  returnDelaySeconds: integer("return_delay_seconds"),
  takesTransfers: boolean("takes_transfers").notNull().default(false),
  deliverOn: text("deliver_on", { enum: DELIVER_ON }).notNull().default("succeeded"),
  // Whether an endpoint asks for `transaction.created`, so that creations need not look.
  announcesCreations: boolean("announces_creations").notNull().default(false),
  createdAt: at("created_at").notNull(),
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
    method: text("method", { enum: INTEGRATION_METHODS }).notNull(),
    // Null: all that the method allows. Others only what they name.
    scopes: text("scopes", { enum: SCOPES }).array(),
    // Taken away by an owner. Null: none ever.
    withheld: text("withheld", { enum: SCOPES }).array(),
    mode: text("mode", { enum: MODES }).notNull(),
    digest: text("digest").notNull().unique(),
    lastFour: text("last_four").notNull(),
    name: text("name"),
    createdBy: text("created_by"),
    createdAt: at("created_at").notNull(),
    firstUsedAt: at("first_used_at"),
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
    creations: integer("creations").notNull().default(0),
    // Only this browser sees the details sent with the JWT.
    firstSessionId: text("first_session_id"),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("tokens_expiry").on(table.expiresAt)],
);

export const brands = pgTable("brands", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id),
  // #rrggbb
  accentColour: text("accent_colour"),
  scheme: text("scheme", { enum: SCHEMES }).notNull().default("auto"),
  logoType: text("logo_type", { enum: LOGO_TYPES }),
  // Base64.
  logo: text("logo"),
  // SHA-256. Part of the URL, so that browsers cache it forever.
  logoDigest: text("logo_digest"),
  updatedAt: at("updated_at").notNull(),
});

export const embedRefusals = pgTable(
  "embed_refusals",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    origin: text("origin").notNull(),
    reference: text("reference"),
    count: integer("count").notNull(),
    firstAt: at("first_at").notNull(),
    lastAt: at("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.origin] })],
);
