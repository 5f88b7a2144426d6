import {
  and,
  type Column,
  eq,
  inArray,
  isNotNull,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { accounts } from "#lib/merchants/model/schema.ts";
import { isPaidLink, paymentLinks } from "#lib/payments/model/links.schema.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { refundFiles, refunds, transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { letterItems, letters } from "#lib/webhooks/model/letters.schema.ts";
import { deliveries, deliveryAttempts, events } from "#lib/webhooks/model/schema.ts";

const isBefore = (moment: Column | SQL, now: Date, days: SQL): SQL =>
  sql`${moment} < ${now.toISOString()}::timestamptz - make_interval(days => ${days})`;

function isOver(moment: Column | SQL, now: Date, defaultDays: number): SQL | undefined {
  const own = sql`coalesce(${accounts.retentionDays}, ${defaultDays})`;
  return and(isBefore(moment, now, own), isBefore(moment, now, shortestDays(defaultDays)));
}

const shortestDays = (defaultDays: number) =>
  sql`(select least(min(retention_days), ${defaultDays}) from accounts)`;

/** Pending deliveries are sent as written. */
const waiting = (db: Database) =>
  db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(events.transactionId, transactions.id), eq(deliveries.status, "pending")));

export async function findWithDetails(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.id, transactions.accountId))
    .where(
      and(
        isNotNull(transactions.metadata),
        notExists(waiting(db)),
        isOver(transactions.finishedAt, now, defaultDays),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function clearMetadata(db: Database, ids: string[]): Promise<void> {
  await db.update(transactions).set({ metadata: null }).where(inArray(transactions.id, ids));
}

/** An order ends after it is created, so those created too late need no look at their transaction. */
export async function findWithContexts(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<string[]> {
  const { transactionId, createdAt } = orderContexts;
  // With a limit, PostgreSQL does not read all transactions.
  const ended = db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.id, transactions.accountId))
    .where(
      and(
        eq(transactions.id, transactionId),
        notExists(waiting(db)),
        isOver(transactions.finishedAt, now, defaultDays),
      ),
    )
    .limit(1)
    .as("ended");
  const rows = await db
    .select({ id: transactionId })
    .from(orderContexts)
    .innerJoinLateral(ended, sql`true`)
    .where(isBefore(createdAt, now, shortestDays(defaultDays)))
    .orderBy(createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteContexts(db: Database, ids: string[]): Promise<void> {
  await db.delete(orderContexts).where(inArray(orderContexts.transactionId, ids));
}

export function listEvents(
  db: Database,
  transactionIds: string[],
): Promise<{ id: string; payload: string }[]> {
  return db
    .select({ id: events.id, payload: events.payload })
    .from(events)
    .where(inArray(events.transactionId, transactionIds));
}

export async function setPayload(db: Database, id: string, payload: string): Promise<void> {
  await db.update(events).set({ payload }).where(eq(events.id, id));
}

export async function clearAttempts(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const tells = or(
    isNotNull(deliveryAttempts.responseStart),
    isNotNull(deliveryAttempts.requestHeaders),
  );
  const over = db
    .select({ deliveryId: deliveryAttempts.deliveryId, number: deliveryAttempts.number })
    .from(deliveryAttempts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAttempts.deliveryId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .innerJoin(accounts, eq(accounts.id, events.accountId))
    .where(and(tells, isOver(deliveryAttempts.startedAt, now, defaultDays)))
    .orderBy(deliveryAttempts.startedAt)
    .limit(limit);
  const rows = await db
    .update(deliveryAttempts)
    .set({ responseStart: null, requestHeaders: null })
    .where(sql`(${deliveryAttempts.deliveryId}, ${deliveryAttempts.number}) in ${over}`)
    .returning({ id: deliveryAttempts.id });
  return rows.length;
}

/** Of links that take no more payments. */
export async function clearLinkDescriptions(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const { id, description, createdAt, stoppedAt, expiresAt, lastPaidAt } = paymentLinks;
  const endedAt = sql`case when ${isPaidLink} then ${lastPaidAt} else coalesce(${stoppedAt}, ${expiresAt}) end`;
  const over = db
    .select({ id })
    .from(paymentLinks)
    .innerJoin(accounts, eq(accounts.id, paymentLinks.accountId))
    .where(
      and(
        isNotNull(description),
        or(isNotNull(stoppedAt), isNotNull(expiresAt), isNotNull(lastPaidAt)),
        isBefore(createdAt, now, shortestDays(defaultDays)),
        isOver(endedAt, now, defaultDays),
      ),
    )
    .limit(limit);
  const rows = await db
    .update(paymentLinks)
    .set({ description: null })
    .where(inArray(id, over))
    .returning({ id });
  return rows.length;
}

/** Of refunds that ended. */
export async function clearRefundAccounts(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const over = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(accounts, eq(accounts.id, refunds.accountId))
    .where(and(isNotNull(refunds.sealedAccount), isOver(refunds.finishedAt, now, defaultDays)))
    .limit(limit);
  const rows = await db
    .update(refunds)
    .set({ sealedAccount: null })
    .where(inArray(refunds.id, over))
    .returning({ id: refunds.id });
  return rows.length;
}

export async function clearRefundFiles(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const { id, sealedContent, createdAt } = refundFiles;
  const over = db
    .select({ id })
    .from(refundFiles)
    .innerJoin(accounts, eq(accounts.id, refundFiles.accountId))
    .where(and(isNotNull(sealedContent), isOver(createdAt, now, defaultDays)))
    .limit(limit);
  const rows = await db
    .update(refundFiles)
    .set({ sealedContent: null })
    .where(inArray(id, over))
    .returning({ id });
  return rows.length;
}

export async function deleteTransferAccounts(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const { transferId, createdAt } = transferAccounts;
  const over = db
    .select({ transferId })
    .from(transferAccounts)
    .innerJoin(receivedTransfers, eq(receivedTransfers.id, transferId))
    .innerJoin(accounts, eq(accounts.id, receivedTransfers.accountId))
    .where(isOver(createdAt, now, defaultDays))
    .limit(limit);
  const rows = await db
    .delete(transferAccounts)
    .where(inArray(transferId, over))
    .returning({ transferId });
  return rows.length;
}

/** Those that ended. They name payments and members. */
export async function deleteLetters(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const { id, accountId, createdAt, endedAt } = letters;
  const over = db
    .select({ id })
    .from(letters)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(and(isNotNull(endedAt), isOver(createdAt, now, defaultDays)))
    .limit(limit);
  const rows = await db.delete(letters).where(inArray(id, over)).returning({ id });
  return rows.length;
}

export async function deleteLetterItems(
  db: Database,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<number> {
  const { kind, itemId, accountId, createdAt } = letterItems;
  const over = db
    .select({ kind, itemId })
    .from(letterItems)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(isOver(createdAt, now, defaultDays))
    .limit(limit);
  const rows = await db
    .delete(letterItems)
    .where(sql`(${kind}, ${itemId}) in ${over}`)
    .returning({ itemId });
  return rows.length;
}
