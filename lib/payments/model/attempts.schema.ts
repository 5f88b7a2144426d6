import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at, minorUnits } from "#lib/platform/db/columns.ts";
import { payerSessions } from "./payers.schema.ts";
import { transactions } from "./schema.ts";

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
