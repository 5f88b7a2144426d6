import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "#lib/merchants/model/schema.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { at } from "#lib/platform/db/columns.ts";
import { LETTER_KINDS, LETTER_REASONS, LETTER_STATES, NOTE_KINDS } from "./letter.ts";

/** E-mails about payments, with their state. None holds an address. */
export const letters = pgTable(
  "letters",
  {
    // The Message-ID derives from it.
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    kind: text("kind", { enum: LETTER_KINDS }).notNull(),
    // A receipt's transaction, or the quarter of an hour or day that a note covers.
    subject: text("subject").notNull(),
    // `payer` or a user id.
    recipient: text("recipient").notNull(),
    state: text("state", { enum: LETTER_STATES }).notNull(),
    reason: text("reason", { enum: LETTER_REASONS }),
    attempts: integer("attempts").notNull().default(0),
    // Due. While a worker sends it, when its lease ends. Null once ended.
    nextAt: at("next_at"),
    createdAt: at("created_at").notNull(),
    endedAt: at("ended_at"),
  },
  (table) => [
    uniqueIndex("letters_once").on(
      table.accountId,
      table.mode,
      table.kind,
      table.subject,
      table.recipient,
    ),
    index("letters_due").on(table.nextAt).where(sql`state = 'queued'`),
    index("letters_created").on(table.createdAt),
    check("letters_ended", sql`(state = 'queued') = (ended_at is null)`),
    check("letters_due_once_queued", sql`(state = 'queued') = (next_at is not null)`),
  ],
);

/** What a note is about: each payment or refund in one note of its kind. */
export const letterItems = pgTable(
  "letter_items",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    kind: text("kind", { enum: NOTE_KINDS }).notNull(),
    // Of the note.
    subject: text("subject").notNull(),
    itemId: text("item_id").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.itemId] }),
    index("letter_items_note").on(table.accountId, table.mode, table.kind, table.subject),
    index("letter_items_created").on(table.createdAt),
  ],
);

/** A row once someone chose. */
export const letterSwitches = pgTable(
  "letter_switches",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    mode: text("mode", { enum: MODES }).notNull(),
    // `payer` for the receipts of the account, else a user id.
    recipient: text("recipient").notNull(),
    kind: text("kind", { enum: LETTER_KINDS }).notNull(),
    isOn: boolean("is_on").notNull(),
    changedAt: at("changed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.mode, table.recipient, table.kind] })],
);
