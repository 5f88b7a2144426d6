import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  EVENT_TYPES,
  OUTCOME_EVENTS,
  PROCESSING_EVENT,
  WEBHOOK_TYPES,
} from "#lib/webhooks/events/event-types.ts";
import { at, minorUnits } from "./columns.ts";

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

/** Who changed what: rows are only ever added. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    // None for what concerns the whole deployment.
    accountId: text("account_id").references(() => accounts.id),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    // Id of what was changed.
    target: text("target").notNull(),
    // Never personal data: an entry outlives what it tells of.
    details: jsonb("details").$type<Record<string, string | number | boolean>>().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("audit_entries_account").on(table.accountId, table.id),
    index("audit_entries_target").on(table.target),
  ],
);

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

export const transactions = pgTable(
  "transactions",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    apiKeyId: text("api_key_id")
      .notNull()
      .references(() => apiKeys.id),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    // `web`: whoever holds the reference may pay. `direct`: only a session begun with a checkout token may.
    flow: text("flow", { enum: ["web", "direct"] })
      .notNull()
      .default("web"),
    reference: text("reference").notNull().unique(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    payeeIban: text("payee_iban").notNull(),
    payeeName: text("payee_name").notNull(),
    externalId: text("external_id"),
    successUrl: text("success_url"),
    failureUrl: text("failure_url"),
    processingUrl: text("processing_url"),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    source: text("source"),
    clientType: text("client_type"),
    fingerprint: text("fingerprint").notNull(),
    // Keyed digest of the e-mail address told with the JWT that created a direct transaction.
    payerMark: text("payer_mark"),
    orderInfo: text("order_info").notNull(),
    status: text("status", { enum: ["pending", "processing", "succeeded", "failed"] }).notNull(),
    failureReason: text("failure_reason", {
      enum: [
        "cancelled",
        "declined",
        "expired",
        "superseded",
        "verification_failed",
        "bank_unavailable",
      ],
    }),
    // Set when someone ends the transaction while a payer may be approving it; the bank's word still wins.
    endReason: text("end_reason", {
      enum: ["cancelled", "expired", "superseded", "verification_failed"],
    }),
    payerStep: text("payer_step", { enum: ["opened", "choosing", "reviewing"] }),
    // Digest of what the device holds that opened the order first.
    claimDigest: text("claim_digest"),
    claimedAt: at("claimed_at"),
    // The same of the device the shop's page took the order back from last.
    releasedDigest: text("released_digest"),
    // Creditor reference (ISO 11649) of a credit transfer, where the account takes them.
    transferReference: text("transfer_reference").unique(),
    // When a page first showed the transfer's details.
    transferShownAt: at("transfer_shown_at"),
    // When the payer said to have sent the transfer.
    transferToldAt: at("transfer_told_at"),
    // When a page first led the shopper to the shop by itself.
    returnedAt: at("returned_at"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    uniqueIndex("transactions_one_payable")
      .on(
        table.accountId,
        table.mode,
        table.externalId,
        table.flow,
        sql`coalesce(${table.payerMark}, '')`,
      )
      .where(sql`status <> 'failed'`),
    index("transactions_account").on(table.accountId, table.mode, table.id),
    index("transactions_finished")
      .on(table.accountId, table.mode, table.finishedAt)
      .where(sql`finished_at is not null`),
    index("transactions_telling").on(table.finishedAt).where(sql`metadata is not null`),
    index("transactions_due").on(table.expiresAt).where(sql`status = 'pending'`),
    index("transactions_told")
      .on(table.accountId, table.mode, table.transferToldAt)
      .where(sql`status = 'processing' and transfer_told_at is not null`),
    check("transactions_amount", sql`amount between 1 and 99999999999`),
    check(
      "transactions_final",
      sql`(status in ('succeeded', 'failed')) = (finished_at is not null)`,
    ),
    check("transactions_reason", sql`(status = 'failed') = (failure_reason is not null)`),
  ],
);

/** Tokens of webview links. Only digests are kept, and each opens one session. */
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

/** One browser that pays one transaction. */
export const payerSessions = pgTable(
  "payer_sessions",
  {
    id: text("id").primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    // Where the app wants its payer back: a parsed address under its own scheme.
    appReturnUrl: text("app_return_url"),
    sealedDetails: text("sealed_details"),
    verifiedBy: text("verified_by", { enum: ["merchant", "code", "device"] }),
    verifiedAt: at("verified_at"),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("payer_sessions_transaction").on(table.transactionId)],
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
    wrongTries: integer("wrong_tries").notNull().default(0),
    // When its mail was handed over, or may have been; a code nobody was sent can't be typed in.
    sentAt: at("sent_at"),
    // When the mail was refused, or the payer took the address back.
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

/** Browsers whose payer wanted to be remembered. */
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

export const authorisations = pgTable(
  "authorisations",
  {
    id: text("id").primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    // Who started it; none for a try that automation started.
    payerSessionId: text("payer_session_id").references(() => payerSessions.id),
    bankId: text("bank_id").notNull(),
    // Whether the bank is told the payer's own account, which binds it.
    tellsPayerIban: boolean("tells_payer_iban").notNull().default(false),
    endToEndId: text("end_to_end_id").notNull().unique(),
    requestId: text("request_id").notNull().unique(),
    state: text("state").notNull().unique(),
    // When `state` opened a session in another browser than the payer's; it does so once.
    stateUsedAt: at("state_used_at"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    payeeIban: text("payee_iban").notNull(),
    payeeName: text("payee_name").notNull(),
    status: text("status", {
      enum: ["starting", "awaiting_payer", "processing", "succeeded", "failed"],
    }).notNull(),
    failureReason: text("failure_reason", { enum: ["declined", "cancelled", "bank_unavailable"] }),
    bankPaymentId: text("bank_payment_id"),
    bankStatus: text("bank_status"),
    approvalUrl: text("approval_url"),
    // What the payer granted us at a bank that asks for OAuth2: verifier and tokens.
    sealedGrant: text("sealed_grant"),
    pollCount: integer("poll_count").notNull().default(0),
    nextPollAt: at("next_poll_at"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    uniqueIndex("authorisations_one_open")
      .on(table.transactionId)
      .where(sql`status in ('starting', 'awaiting_payer', 'processing')`),
    index("authorisations_transaction").on(table.transactionId),
    index("authorisations_bank_payment").on(table.bankPaymentId),
    index("authorisations_payer_session").on(table.payerSessionId),
    index("authorisations_due").on(table.nextPollAt).where(sql`next_poll_at is not null`),
  ],
);

/** What a bank said that a person has to look at: it changed nothing by itself. Rows are only ever added and resolved. */
export const bankAlerts = pgTable(
  "bank_alerts",
  {
    id: text("id").primaryKey(),
    authorisationId: text("authorisation_id")
      .notNull()
      .references(() => authorisations.id),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    kind: text("kind", {
      enum: ["order_mismatch", "contradiction", "untracked_payment", "no_final_word"],
    }).notNull(),
    // What we hold to be true, and what the bank said.
    ourStatus: text("our_status").notNull(),
    bankStatus: text("bank_status").notNull(),
    bankPaymentId: text("bank_payment_id"),
    createdAt: at("created_at").notNull(),
    resolvedAt: at("resolved_at"),
    resolvedNote: text("resolved_note"),
  },
  (table) => [
    // The same word again is no news.
    uniqueIndex("bank_alerts_once").on(table.authorisationId, table.kind, table.bankStatus),
    index("bank_alerts_transaction").on(table.transactionId),
    index("bank_alerts_open").on(table.createdAt).where(sql`resolved_at is null`),
  ],
);

/** Work that one worker at a time does for all, and when it is due next. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  dueAt: at("due_at").notNull(),
  leasedUntil: at("leased_until"),
});

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    sealedAnswer: text("sealed_answer").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

export const events = pgTable(
  "events",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    type: text("type", { enum: WEBHOOK_TYPES }).notNull(),
    // None for a test of an endpoint.
    transactionId: text("transaction_id").references(() => transactions.id),
    payload: text("payload").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    index("events_account").on(table.accountId, table.mode, table.id),
    // One outcome, once, and one wait for the bank at most.
    uniqueIndex("events_transaction").on(
      table.transactionId,
      sql.raw(`(type = '${PROCESSING_EVENT}')`),
    ),
  ],
);

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: ["test", "live"] }).notNull(),
    url: text("url").notNull(),
    name: text("name"),
    eventTypes: text("event_types", { enum: EVENT_TYPES })
      .array()
      .notNull()
      .default([...OUTCOME_EVENTS]),
    // When the merchant said to have saved the Webhook Secret that is in use.
    secretSavedAt: at("secret_saved_at"),
    sealedSecret: text("sealed_secret").notNull(),
    sealedPreviousSecret: text("sealed_previous_secret"),
    previousSecretExpiresAt: at("previous_secret_expires_at"),
    disabledAt: at("disabled_at"),
    // First failed attempt since the last that succeeded.
    failingSince: at("failing_since"),
    // The last of these failures, and how many there were.
    lastFailedAt: at("last_failed_at"),
    failures: integer("failures").notNull().default(0),
    // It asked to be left alone until then (429 or 503 with Retry-After).
    pausedUntil: at("paused_until"),
    disabledReason: text("disabled_reason", { enum: ["gone", "merchant", "failing"] }),
    createdAt: at("created_at").notNull(),
  },
  (table) => [index("webhook_endpoints_account").on(table.accountId, table.mode)],
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
    status: text("status", { enum: ["pending", "delivered", "exhausted"] }).notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    // How often it was taken to be sent since an attempt was last recorded.
    claims: integer("claims").notNull().default(0),
    nextAttemptAt: at("next_attempt_at"),
    leasedUntil: at("leased_until"),
    createdAt: at("created_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    uniqueIndex("deliveries_event_endpoint").on(table.eventId, table.endpointId),
    index("deliveries_due").on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index("deliveries_endpoint")
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index("deliveries_leased")
      .on(table.leasedUntil)
      .where(sql`status = 'pending' and leased_until is not null`),
    index("deliveries_endpoint_log").on(table.endpointId, table.eventId),
  ],
);

export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: text("id").primaryKey(),
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
    index("delivery_attempts_delivery").on(table.deliveryId),
    index("delivery_attempts_kept")
      .on(table.startedAt)
      .where(sql`response_start is not null or request_headers is not null`),
  ],
);
