import { and, count, desc, eq, sql } from "drizzle-orm";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { letterItems } from "#lib/webhooks/model/letters.schema.ts";
import type { Letter } from "./letter.ts";

type Note = Pick<Letter, "accountId" | "mode" | "kind" | "subject">;

/** `amount` in minor units. */
export type NoteTotal = { currency: string; count: number; amount: number };

const isIn = ({ accountId, mode, kind, subject }: Note) =>
  and(
    eq(letterItems.accountId, accountId),
    eq(letterItems.mode, mode),
    sql`${letterItems.kind} = ${kind}`,
    eq(letterItems.subject, subject),
  );

export function totalPayments(db: Database, note: Note): Promise<NoteTotal[]> {
  const { currency, amount } = transactions;
  return db
    .select({ currency, count: count(), amount: sql<number>`sum(${amount})`.mapWith(Number) })
    .from(letterItems)
    .innerJoin(transactions, eq(transactions.id, letterItems.itemId))
    .where(isIn(note))
    .groupBy(currency)
    .orderBy(desc(count()), currency);
}

/** Newest first. */
export function listPayments(db: Database, note: Note, limit: number) {
  const { id, currency, amount, externalId, finishedAt } = transactions;
  return db
    .select({ id, currency, amount, externalId })
    .from(letterItems)
    .innerJoin(transactions, eq(transactions.id, letterItems.itemId))
    .where(isIn(note))
    .orderBy(desc(finishedAt), desc(id))
    .limit(limit);
}

export function totalRefunds(db: Database, note: Note): Promise<NoteTotal[]> {
  const { currency, amount } = refunds;
  return db
    .select({ currency, count: count(), amount: sql<number>`sum(${amount})`.mapWith(Number) })
    .from(letterItems)
    .innerJoin(refunds, eq(refunds.id, letterItems.itemId))
    .where(isIn(note))
    .groupBy(currency)
    .orderBy(desc(count()), currency);
}

/** Newest first. */
export function listRefunds(db: Database, note: Note, limit: number) {
  const { id, transactionId, currency, amount, failureReason, updatedAt } = refunds;
  const { externalId } = transactions;
  return db
    .select({ transactionId, currency, amount, failureReason, externalId })
    .from(letterItems)
    .innerJoin(refunds, eq(refunds.id, letterItems.itemId))
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(isIn(note))
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
}
