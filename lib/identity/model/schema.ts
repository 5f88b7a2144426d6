import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { at } from "#lib/platform/db/columns.ts";
import { ROLES } from "./roles.ts";

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  // In lower case. Every user's mailbox is proven.
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  // PHC string format.
  passwordHash: text("password_hash").notNull(),
  passwordChangedAt: at("password_changed_at").notNull(),
  sealedTotpSecret: text("sealed_totp_secret"),
  // Null during setup. Until then, sign-in needs no code.
  totpConfirmedAt: at("totp_confirmed_at"),
  // Time step of the last accepted code. Prevents reuse.
  totpLastStep: bigint("totp_last_step", { mode: "number" }),
  createdAt: at("created_at").notNull(),
});

/** An e-mail address can change hands; issuer and subject can't. */
export const providerIdentities = pgTable(
  "provider_identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("provider_identities_user").on(table.userId, table.issuer),
  ],
);

export const emailLinks = pgTable(
  "email_links",
  {
    digest: text("digest").primaryKey(),
    purpose: text("purpose", { enum: ["sign_up", "reset_password"] }).notNull(),
    email: text("email").notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [
    index("email_links_email").on(table.email, table.purpose),
    index("email_links_expiry").on(table.expiresAt),
  ],
);

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    digest: text("digest").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: at("created_at").notNull(),
    usedAt: at("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

export const passkeys = pgTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default([]),
    createdAt: at("created_at").notNull(),
    lastUsedAt: at("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challenge: text("challenge").primaryKey(),
    userId: text("user_id").references(() => users.id),
    purpose: text("purpose", { enum: ["register", "sign_in"] }).notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (table) => [index("passkey_challenges_expiry").on(table.expiresAt)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    accountId: text("account_id").references(() => accounts.id),
    // Null until the second step. Until then, the session gives no other access.
    completedAt: at("completed_at"),
    isFromProvider: boolean("is_from_provider").notNull().default(false),
    // Last use of a passkey, app code or recovery code.
    secondFactorAt: at("second_factor_at"),
    userAgent: text("user_agent"),
    createdAt: at("created_at").notNull(),
    lastSeenAt: at("last_seen_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

export const members = pgTable(
  "members",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ROLES }).notNull(),
    isMapped: boolean("is_mapped").notNull().default(false),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index("members_user").on(table.userId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    digest: text("digest").notNull().unique(),
    invitedBy: text("invited_by").notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    acceptedAt: at("accepted_at"),
    revokedAt: at("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_one_open")
      .on(table.accountId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
);

export const operators = pgTable("operators", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  grantedBy: text("granted_by").notNull(),
  createdAt: at("created_at").notNull(),
});
