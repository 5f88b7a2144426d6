import { and, eq, gt, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts, inParts } from "#lib/platform/db/in-parts.ts";

const finishedBefore = (db: Database, before: Date) =>
  db.select({ id: transactions.id }).from(transactions).where(lt(transactions.finishedAt, before));

export async function forgetPayers(db: Database, before: Date, atOnce?: number): Promise<number> {
  const { sealedDetails, appReturnUrl, transactionId } = payerSessions;
  const hasDetails = or(isNotNull(sealedDetails), isNotNull(appReturnUrl));
  const forgotten = await inParts(async (limit) => {
    const some = db
      .select({ id: payerSessions.id })
      .from(payerSessions)
      .where(and(hasDetails, inArray(transactionId, finishedBefore(db, before))))
      .limit(limit);
    const rows = await db
      .update(payerSessions)
      .set({ sealedDetails: null, appReturnUrl: null })
      .where(inArray(payerSessions.id, some))
      .returning({ id: payerSessions.id });
    return rows.length;
  }, atOnce);
  await inParts(async (limit) => {
    const some = db
      .select({ id: transactions.id })
      .from(transactions)
      .where(and(isNotNull(transactions.sealedPayer), lt(transactions.finishedAt, before)))
      .limit(limit);
    const rows = await db
      .update(transactions)
      .set({ sealedPayer: null })
      .where(inArray(transactions.id, some))
      .returning({ id: transactions.id });
    return rows.length;
  }, atOnce);
  return forgotten;
}

/** `idle`: no attempt, opened before `openedBefore`, finished before `before`. `open`: the first that may become idle. */
export async function findIdleSessions(
  db: Database,
  { after, openedBefore, before }: { after: string; openedBefore: Date; before: Date },
  limit: number,
): Promise<{ last: string | null; open: string | null; idle: string[] }> {
  const { id, transactionId, createdAt } = payerSessions;
  const part = db
    .select({ id, transactionId, createdAt })
    .from(payerSessions)
    .where(gt(id, after))
    .orderBy(id)
    .limit(limit)
    .as("part");
  // With a limit, PostgreSQL reads neither table as a whole.
  const payment = db
    .select({ finishedAt: transactions.finishedAt })
    .from(transactions)
    .where(eq(transactions.id, part.transactionId))
    .limit(1)
    .as("payment");
  const attempt = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.payerSessionId, part.id))
    .limit(1)
    .as("attempt");
  const isOver = sql`(${lt(part.createdAt, openedBefore)} and ${lt(payment.finishedAt, before)}) is true`;
  const [row] = await db
    .select({
      last: sql<string | null>`max(${part.id})`,
      open: sql<string | null>`min(${part.id}) filter (where not ${isOver})`,
      idle: sql<
        string[]
      >`coalesce(array_agg(${part.id}) filter (where ${isOver} and ${attempt.id} is null), '{}')`,
    })
    .from(part)
    .leftJoinLateral(payment, sql`true`)
    .leftJoinLateral(attempt, sql`true`);
  return row ?? { last: null, open: null, idle: [] };
}

export function deleteSessions(db: Database, ids: string[]): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.delete(payerCodes).where(inArray(payerCodes.sessionId, ids));
    await tx.delete(payerSessions).where(inArray(payerSessions.id, ids));
  });
}

export function deleteOldCodes(db: Database, before: Date): Promise<number> {
  const decided = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(ne(transactions.status, "pending"));
  const isOver = and(lt(payerCodes.createdAt, before), inArray(payerCodes.transactionId, decided));
  return deleteInParts(db, payerCodes, isOver);
}

export function deleteUnseenDevices(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, payerDevices, lt(payerDevices.lastSeenAt, before));
}
