import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts, apiKeys } from "#lib/merchants/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";
import { FEED_ERRORS, FEED_PROVIDERS } from "./feed.ts";
import { SEEN_FUNDS } from "./funds.ts";
import {
  type FileResult,
  OPEN_TRANSFER_STATUSES,
  STATEMENT_KINDS,
  TRANSFER_STATUSES,
} from "./kinds.ts";
import {
  END_REASONS,
  FAILURE_REASONS,
  type FailureReason,
  FLOWS,
  PAYER_STEPS,
  TRANSACTION_STATUSES,
} from "./status.ts";
import { VERIFICATIONS } from "./verification.ts";

type OrderColumns = Record<"accountId" | "mode" | "externalId", AnyPgColumn>;

/**
 * One expression, not three columns: only one index has it. Among several with the same first columns, PostgreSQL can't tell the
 * best one until it has statistics, and reads all of the merchant's rows.
 */
export const orderOf = ({ accountId, mode, externalId }: OrderColumns) =>
  sql`(${accountId} || ' ' || ${mode} || ' ' || ${externalId})`;

/**
 * The sample that a payment which ended belongs to: -1 if it failed, else the lowest bit that is set in a hash of its id. Half of
 * those that succeeded have 1, a quarter 2, an eighth 4, and so on; 0 without any bit.
 */
export const sampleOf = ({ id, failureReason }: Record<"id" | "failureReason", AnyPgColumn>) =>
  sql`(case when ${failureReason} is null then hashtext(${id})::bigint & -hashtext(${id})::bigint else -1 end)`;

/** In a collation that no other index has, so that PostgreSQL takes this one also before it has statistics. */
export const inIndexOfEnded = (accountId: AnyPgColumn) => sql`${accountId} collate "C"`;

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
    // The user who created it in the console.
    createdBy: text("created_by"),
    mode: text("mode", { enum: MODES }).notNull(),
    flow: text("flow", { enum: FLOWS }).notNull().default("web"),
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
    // From the JWT that created a direct transaction.
    payerEmailHash: text("payer_email_hash"),
    // The payer's e-mail address and name, sent by the merchant's server. Deleted a day after the outcome.
    sealedPayer: text("sealed_payer"),
    orderInfo: text("order_info").notNull(),
    status: text("status", { enum: TRANSACTION_STATUSES }).notNull(),
    failureReason: text("failure_reason", { enum: FAILURE_REASONS }),
    // Set while a payer may be approving; the bank's status still wins.
    endReason: text("end_reason", { enum: END_REASONS }),
    // When a backup was restored that may lack its last payment attempts. Only a bank or the operator ends it.
    restoredAt: at("restored_at"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [
    uniqueIndex("transactions_one_payable")
      .on(orderOf(table), table.flow, sql`coalesce(${table.payerEmailHash}, '')`)
      .where(sql`status <> 'failed'`),
    index("transactions_by_created").on(table.accountId, table.mode, table.createdAt, table.id),
    // The columns after the id, here and in four more: what is common alone and rare together is read from the index alone.
    index("transactions_by_amount").on(
      table.accountId,
      table.mode,
      table.amount,
      table.id,
      table.createdAt,
      table.currency,
      table.status,
      table.failureReason,
      table.externalId,
    ),
    // Most succeed, and those the index by creation has.
    index("transactions_by_status")
      .on(
        table.accountId,
        table.mode,
        table.status,
        table.createdAt,
        table.id,
        table.amount,
        table.currency,
        table.failureReason,
        table.externalId,
      )
      .where(sql`status <> 'succeeded'`),
    index("transactions_by_currency").on(
      table.accountId,
      table.mode,
      table.currency,
      table.createdAt,
      table.id,
      table.amount,
      table.status,
      table.failureReason,
      table.externalId,
    ),
    index("transactions_by_reason")
      .on(
        table.accountId,
        table.mode,
        table.failureReason,
        table.createdAt,
        table.id,
        table.amount,
        table.currency,
        table.status,
        table.externalId,
      )
      .where(sql`failure_reason is not null`),
    // By prefix, in any collation.
    index("transactions_by_external_id").on(
      table.accountId,
      table.mode,
      table.externalId.op("text_pattern_ops"),
      table.id,
      table.createdAt,
      table.amount,
      table.currency,
      table.status,
      table.failureReason,
    ),
    index("transactions_by_payer")
      .on(table.accountId, table.payerEmailHash)
      .where(sql`payer_email_hash is not null`),
    // The last columns let PostgreSQL read times and samples from the index alone.
    index("transactions_ended")
      .on(
        inIndexOfEnded(table.accountId),
        table.mode,
        sampleOf(table),
        table.finishedAt,
        table.createdAt,
        table.failureReason,
        table.id,
      )
      .where(sql`finished_at is not null`),
    index("transactions_with_metadata").on(table.finishedAt).where(sql`metadata is not null`),
    index("transactions_with_payer").on(table.finishedAt).where(sql`sealed_payer is not null`),
    index("transactions_restored").on(table.id).where(sql`restored_at is not null`),
    index("transactions_due").on(table.expiresAt).where(sql`status = 'pending'`),
    check("transactions_amount", sql`amount between 1 and 99999999999`),
    check(
      "transactions_final",
      sql`(status in ('succeeded', 'failed')) = (finished_at is not null)`,
    ),
    check("transactions_reason", sql`(status = 'failed') = (failure_reason is not null)`),
  ],
);

/** The row is inserted when a browser first does something with the order. */
export const checkouts = pgTable("checkouts", {
  transactionId: text("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  // Digest of transaction id and browser id.
  lockDigest: text("lock_digest"),
  lockedAt: at("locked_at"),
  // The same for the browser it was last released from.
  releasedDigest: text("released_digest"),
  payerStep: text("payer_step", { enum: PAYER_STEPS }),
  // When the shopper was first redirected automatically.
  returnedAt: at("returned_at"),
});

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

/** Inserted once the money of a payment that succeeded is seen. Without a row it is expected. */
export const transactionFunds = pgTable("transaction_funds", {
  transactionId: text("transaction_id")
    .primaryKey()
    .references(() => transactions.id),
  funds: text("funds", { enum: SEEN_FUNDS }).notNull(),
  // Of the last move.
  movedAt: at("moved_at").notNull(),
});

const counted = (name: string) => integer(name).notNull().default(0);

const countedFailures = {
  cancelled: counted("cancelled"),
  declined: counted("declined"),
  expired: counted("expired"),
  superseded: counted("superseded"),
  verification_failed: counted("verification_failed"),
  bank_unavailable: counted("bank_unavailable"),
} satisfies Record<FailureReason, unknown>;

/** How many payments ended in a quarter of an hour: days start with one in every time zone. A trigger counts them. */
export const paymentStatistics = pgTable(
  "payment_statistics",
  {
    // Without a reference, which would lock the account.
    accountId: text("account_id").notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    quarterHour: at("quarter_hour").notNull(),
    currency: text("currency").notNull(),
    succeeded: counted("succeeded"),
    // Of those that succeeded.
    amount: minorUnits("amount").notNull().default(0),
    ...countedFailures,
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.mode, table.quarterHour, table.currency] }),
  ],
);

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

export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: text("id").primaryKey(),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    // Of the transaction.
    accountId: text("account_id").notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    // `null` if automation started it.
    payerSessionId: text("payer_session_id").references(() => payerSessions.id),
    bankId: text("bank_id").notNull(),
    // Whether the order names the payer, who may then approve it without an address of ours.
    sendsPayerIban: boolean("sends_payer_iban").notNull().default(false),
    // Of the id.
    endToEndId: text("end_to_end_id").notNull(),
    requestId: text("request_id").notNull(),
    state: text("state").notNull().unique(),
    // When the payer last came back from the bank. Once set, the return is consumed.
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
    // The bank's words about an approval elsewhere; empty without any. `null`: no such approval, or it is over.
    approvalMessage: text("approval_message"),
    // What the bank last said, once it can't be withdrawn. `null`: from before this was stored.
    approval: text("approval", { enum: ["given", "missing", "unknown"] }),
    // OAuth2 verifier and tokens.
    sealedGrant: text("sealed_grant"),
    pollCount: integer("poll_count").notNull().default(0),
    nextPollAt: at("next_poll_at"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    finishedAt: at("finished_at"),
    // What was seen when it was ended without its bank. Null: its bank ended it, or it is open.
    settledNote: text("settled_note"),
  },
  (table) => [
    uniqueIndex("payment_attempts_one_open")
      .on(table.transactionId)
      .where(sql`status in ('starting', 'awaiting_payer', 'processing')`),
    index("payment_attempts_transaction").on(table.transactionId),
    index("payment_attempts_by_bank").on(
      table.accountId,
      table.mode,
      table.bankId,
      table.transactionId,
    ),
    index("payment_attempts_bank_payment").on(table.bankPaymentId),
    index("payment_attempts_payer_session").on(table.payerSessionId),
    index("payment_attempts_due").on(table.nextPollAt).where(sql`next_poll_at is not null`),
  ],
);

/** A person must look into these. They change no payment; rows are only added and resolved. */
export const bankAlerts = pgTable(
  "bank_alerts",
  {
    id: text("id").primaryKey(),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => paymentAttempts.id),
    transactionId: text("transaction_id")
      .notNull()
      .references(() => transactions.id),
    kind: text("kind", {
      enum: [
        "order_mismatch",
        "order_not_shown",
        "contradiction",
        "untracked_payment",
        "no_final_word",
        "never_approved",
      ],
    }).notNull(),
    ourStatus: text("our_status").notNull(),
    bankStatus: text("bank_status").notNull(),
    bankPaymentId: text("bank_payment_id"),
    createdAt: at("created_at").notNull(),
    resolvedAt: at("resolved_at"),
    resolvedNote: text("resolved_note"),
  },
  (table) => [
    uniqueIndex("bank_alerts_once").on(table.attemptId, table.kind, table.bankStatus),
    index("bank_alerts_transaction").on(table.transactionId),
    index("bank_alerts_open").on(table.createdAt).where(sql`resolved_at is null`),
  ],
);

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
    sealedResponse: text("sealed_response").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

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
    kind: text("kind", { enum: STATEMENT_KINDS }).notNull(),
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
