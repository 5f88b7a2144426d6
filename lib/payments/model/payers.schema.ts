import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#lib/platform/db/columns.ts";
import { transactions } from "./schema.ts";
import { VERIFICATIONS } from "./verification.ts";

/** Of webview links. Each opens one session. */
export const checkoutTokens = pgTable(
  "checkout_tokens",
  {
    digest: text("digest").primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    createdAt: at("created_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [index("checkout_tokens_transaction").on(table.transactionId)],
);

export const payerSessions = pgTable(
  "payer_sessions",
  {
    id: text("id").primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    // Parsed address under the app's own scheme.
    appReturnUrl: text("app_return_url"),
    sealedDetails: text("sealed_details"),
    verifiedBy: text("verified_by", { enum: VERIFICATIONS }),
    verifiedAt: at("verified_at"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("payer_sessions_transaction").on(table.transactionId),
    index("payer_sessions_with_details")
      .on(table.createdAt)
      .where(sql`sealed_details is not null or app_return_url is not null`),
  ],
);

export const payerCodes = pgTable(
  "payer_codes",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => payerSessions.id),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    emailMac: text("email_mac").notNull(),
    sealedEmail: text("sealed_email").notNull(),
    codeMac: text("code_mac").notNull(),
    wrongAttempts: integer("wrong_attempts").notNull().default(0),
    // Sent, or possibly sent. An unsent code can't be typed in.
    sentAt: at("sent_at"),
    // When the mail was refused.
    voidedAt: at("voided_at"),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [
    index("payer_codes_session").on(table.sessionId),
    index("payer_codes_transaction").on(table.transactionId),
    index("payer_codes_email").on(table.emailMac, table.createdAt),
  ],
);

export const payerDevices = pgTable(
  "payer_devices",
  {
    id: text("id").primaryKey(),
    sealedEmail: text("sealed_email").notNull(),
    createdAt: at("created_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
  },
  (table) => [index("payer_devices_last_seen").on(table.lastSeenAt)],
);

/** Each shows a remembered device, and is forgotten with it. */
export const payerPasskeys = pgTable(
  "payer_passkeys",
  {
    // By WebAuthn, in base64url.
    credentialId: text("credential_id").primaryKey(),
    deviceId: text("device_id")
      .notNull()
      .references(() => payerDevices.id, { onDelete: "cascade" }),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default([]),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("payer_passkeys_device").on(table.deviceId)],
);
