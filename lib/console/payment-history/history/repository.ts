import { and, asc, count, desc, eq, isNotNull, max, sql } from "drizzle-orm";
import { users } from "#lib/identity/model/schema.ts";
import { apiKeys } from "#lib/merchants/model/schema.ts";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { orderContexts } from "#lib/payments/model/order-contexts.schema.ts";
import { payerCodes, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { checkouts, transactionFunds, transactions } from "#lib/payments/model/schema.ts";
import { expectedTransfers, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { letters } from "#lib/webhooks/model/letters.schema.ts";
import {
  deliveries,
  deliveryAttempts,
  events,
  webhookEndpoints,
} from "#lib/webhooks/model/schema.ts";

const MAX_ROWS = 500;

// Functions that take only an id expect one that `find` returned.

export async function find(db: Database, accountId: string, id: string) {
  const [row] = await db
    .select({
      transaction: transactions,
      payerStep: checkouts.payerStep,
      transferReference: expectedTransfers.reference,
      transferReportedAt: expectedTransfers.reportedAt,
      seenFunds: transactionFunds.funds,
      seenFundsAt: transactionFunds.movedAt,
      context: {
        description: orderContexts.description,
        lines: orderContexts.lines,
        locale: orderContexts.locale,
        cancelUrl: orderContexts.cancelUrl,
      },
      creatorName: users.name,
      keyName: apiKeys.name,
      keyMethod: apiKeys.method,
    })
    .from(transactions)
    .innerJoin(apiKeys, eq(apiKeys.id, transactions.apiKeyId))
    .leftJoin(users, eq(users.id, transactions.createdBy))
    .leftJoin(checkouts, eq(checkouts.transactionId, transactions.id))
    .leftJoin(expectedTransfers, eq(expectedTransfers.transactionId, transactions.id))
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, transactions.id))
    .leftJoin(orderContexts, eq(orderContexts.transactionId, transactions.id))
    .where(and(eq(transactions.id, id), eq(transactions.accountId, accountId)));
  return row;
}

export function listAttempts(db: Database, transactionId: string) {
  return db
    .select({
      id: paymentAttempts.id,
      payerSessionId: paymentAttempts.payerSessionId,
      bankId: paymentAttempts.bankId,
      endToEndId: paymentAttempts.endToEndId,
      status: paymentAttempts.status,
      failureReason: paymentAttempts.failureReason,
      bankPaymentId: paymentAttempts.bankPaymentId,
      bankStatus: paymentAttempts.bankStatus,
      pollCount: paymentAttempts.pollCount,
      createdAt: paymentAttempts.createdAt,
      updatedAt: paymentAttempts.updatedAt,
      finishedAt: paymentAttempts.finishedAt,
      isSettled: isNotNull(paymentAttempts.settledNote).mapWith(Boolean),
    })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.transactionId, transactionId))
    .orderBy(asc(paymentAttempts.id))
    .limit(MAX_ROWS);
}

export function listSessions(db: Database, transactionId: string) {
  return db
    .select({
      id: payerSessions.id,
      verifiedBy: payerSessions.verifiedBy,
      verifiedAt: payerSessions.verifiedAt,
      createdAt: payerSessions.createdAt,
    })
    .from(payerSessions)
    .where(eq(payerSessions.transactionId, transactionId))
    .orderBy(asc(payerSessions.id))
    .limit(MAX_ROWS);
}

export function listCodes(db: Database, transactionId: string) {
  return db
    .select({ id: payerCodes.id, sentAt: payerCodes.sentAt })
    .from(payerCodes)
    .where(and(eq(payerCodes.transactionId, transactionId), isNotNull(payerCodes.sentAt)))
    .orderBy(asc(payerCodes.id))
    .limit(MAX_ROWS);
}

export function listCancellations(db: Database, accountId: string, transactionId: string) {
  return db
    .select({ id: auditEntries.id, at: auditEntries.createdAt, userName: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actor))
    .where(
      and(
        eq(auditEntries.accountId, accountId),
        eq(auditEntries.target, transactionId),
        eq(auditEntries.action, "transaction.cancelled"),
      ),
    )
    .orderBy(asc(auditEntries.id))
    .limit(MAX_ROWS);
}

export function listTransfers(db: Database, transactionId: string) {
  return db
    .select({
      id: receivedTransfers.id,
      at: receivedTransfers.createdAt,
      status: receivedTransfers.status,
      importId: receivedTransfers.importId,
      feedKey: receivedTransfers.feedKey,
      userName: users.name,
    })
    .from(receivedTransfers)
    .leftJoin(users, eq(users.id, receivedTransfers.createdBy))
    .where(eq(receivedTransfers.transactionId, transactionId))
    .orderBy(asc(receivedTransfers.id))
    .limit(MAX_ROWS);
}

export function listEvents(db: Database, transactionId: string) {
  return db
    .select({ id: events.id, type: events.type, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.transactionId, transactionId))
    .orderBy(asc(events.id));
}

export function listDeliveries(db: Database, transactionId: string) {
  return db
    .select({
      id: deliveries.id,
      eventId: deliveries.eventId,
      endpointId: deliveries.endpointId,
      endpointUrl: webhookEndpoints.url,
      status: deliveries.status,
      nextAttemptAt: deliveries.nextAttemptAt,
      createdAt: deliveries.createdAt,
      finishedAt: deliveries.finishedAt,
    })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(eq(events.transactionId, transactionId))
    .orderBy(asc(deliveries.id))
    .limit(MAX_ROWS);
}

export function listDeliveryAttempts(db: Database, transactionId: string) {
  return db
    .select({
      id: deliveryAttempts.id,
      deliveryId: deliveryAttempts.deliveryId,
      number: deliveryAttempts.number,
      startedAt: deliveryAttempts.startedAt,
      durationMs: deliveryAttempts.durationMs,
      responseStatus: deliveryAttempts.responseStatus,
      error: deliveryAttempts.error,
    })
    .from(deliveryAttempts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAttempts.deliveryId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(eq(events.transactionId, transactionId))
    .orderBy(desc(deliveryAttempts.id))
    .limit(MAX_ROWS);
}

const isReceipt = ({ accountId, mode, id }: ReceiptOf) =>
  and(
    eq(letters.accountId, accountId),
    eq(letters.mode, mode),
    eq(letters.kind, "receipt"),
    eq(letters.subject, id),
  );

type ReceiptOf = { accountId: string; mode: Mode; id: string };

/** The e-mail to the payer. */
export async function findReceipt(db: Database, transaction: ReceiptOf) {
  const { state, reason, endedAt } = letters;
  const [row] = await db
    .select({ state, reason, endedAt })
    .from(letters)
    .where(isReceipt(transaction));
  return row ?? null;
}

export async function readRevision(
  db: Database,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const attempts = db
    .select({
      text: sql`${count()} || '/' || coalesce(${max(paymentAttempts.updatedAt)}::text, '')`,
    })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.transactionId, id));
  const sessions = db
    .select({ text: sql`${count()} || '/' || count(${payerSessions.verifiedAt})` })
    .from(payerSessions)
    .where(eq(payerSessions.transactionId, id));
  const codes = db
    .select({ sent: count(payerCodes.sentAt) })
    .from(payerCodes)
    .where(eq(payerCodes.transactionId, id));
  const delivered = db
    .select({
      text: sql`string_agg(${deliveries.status} || (${db
        .select({ made: count() })
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.deliveryId, deliveries.id))}), ',' order by ${deliveries.id})`,
    })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(eq(events.transactionId, id));
  const transfers = db
    .select({
      text: sql`string_agg(concat(${receivedTransfers.status}, ${receivedTransfers.importId}), ',' order by ${receivedTransfers.id})`,
    })
    .from(receivedTransfers)
    .where(eq(receivedTransfers.transactionId, id));
  const refunded = db
    .select({ text: sql`${count()} || '/' || coalesce(${max(refunds.updatedAt)}::text, '')` })
    .from(refunds)
    .where(eq(refunds.transactionId, id));
  const receipt = db
    .select({ state: letters.state })
    .from(letters)
    .where(
      and(
        eq(letters.accountId, accountId),
        sql`${letters.mode} = ${transactions.mode}`,
        eq(letters.kind, "receipt"),
        eq(letters.subject, id),
      ),
    );
  const [row] = await db
    .select({
      revision: sql<string>`md5(concat_ws(':', ${transactions.status}, ${transactions.updatedAt}, ${checkouts.payerStep}, ${transactions.endReason}, ${transactionFunds.funds}, (${attempts}), (${sessions}), (${codes}), (${transfers}), (${refunded}), (${receipt}), (${delivered})))`,
    })
    .from(transactions)
    .leftJoin(checkouts, eq(checkouts.transactionId, transactions.id))
    .leftJoin(transactionFunds, eq(transactionFunds.transactionId, transactions.id))
    .where(and(eq(transactions.id, id), eq(transactions.accountId, accountId)));
  return row?.revision;
}
