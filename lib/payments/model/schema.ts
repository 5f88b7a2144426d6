import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
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
import { SEEN_FUNDS } from "./funds.ts";
import {
  END_REASONS,
  FAILURE_REASONS,
  type FailureReason,
  FLOWS,
  PAYER_STEPS,
  TRANSACTION_STATUSES,
} from "./status.ts";

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
