import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { payerCodes, payerDevices, payerSessions } from "#lib/payments/model/payers.schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";

export type SessionRow = typeof payerSessions.$inferSelect;
export type CodeRow = typeof payerCodes.$inferSelect;
export type DeviceRow = typeof payerDevices.$inferSelect;

export async function insertSession(db: Database, row: SessionRow): Promise<void> {
  await db.insert(payerSessions).values(row);
}

/** Takes the same lock on the transaction as inserting a session. */
export async function holdTransaction(db: Database, transactionId: string): Promise<void> {
  await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for("key share");
}

export async function findSession(db: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(payerSessions).where(eq(payerSessions.id, id));
  return row;
}

export async function findPayment(db: Database, id: string) {
  const [row] = await db
    .select({ session: payerSessions, transaction: transactions })
    .from(payerSessions)
    .innerJoin(transactions, eq(transactions.id, payerSessions.transactionId))
    .where(eq(payerSessions.id, id));
  return row;
}

export function listSessions(db: Database, ids: string[]) {
  const { id, sealedDetails } = payerSessions;
  return db.select({ id, sealedDetails }).from(payerSessions).where(inArray(id, ids));
}

export async function replaceDetails(
  db: Database,
  id: string,
  sealedDetails: string | null,
): Promise<void> {
  await db.update(payerSessions).set({ sealedDetails }).where(eq(payerSessions.id, id));
}

export async function verifySession(
  db: Database,
  id: string,
  verifiedBy: "code",
  verifiedAt: Date,
): Promise<void> {
  await db.update(payerSessions).set({ verifiedBy, verifiedAt }).where(eq(payerSessions.id, id));
}

export async function hasVerified(db: Database, transactionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payerSessions.id })
    .from(payerSessions)
    .where(and(eq(payerSessions.transactionId, transactionId), isNotNull(payerSessions.verifiedBy)))
    .limit(1);
  return row !== undefined;
}

const isUntouched = and(isNull(payerCodes.usedAt), isNull(payerCodes.voidedAt));

const isOpen = (now: Date) =>
  and(isUntouched, isNotNull(payerCodes.sentAt), gt(payerCodes.expiresAt, now));

export async function serialiseCodes(db: Database, name: string): Promise<void> {
  await lockName(db, name);
}

export async function insertCode(db: Database, row: CodeRow): Promise<void> {
  await db.insert(payerCodes).values(row);
}

/** A code that was voided meanwhile stays closed. */
export async function openCode(
  db: Database,
  codeId: string,
  now: Date,
  until: Date,
): Promise<void> {
  await db
    .update(payerCodes)
    .set({
      sentAt: now,
      expiresAt: sql`case when ${isUntouched} then ${sql.param(until, payerCodes.expiresAt)} else ${payerCodes.expiresAt} end`,
    })
    .where(eq(payerCodes.id, codeId));
}

/** Only the latest sent code counts. */
export async function findLatestCode(
  db: Database,
  sessionId: string,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(payerCodes)
    .where(and(eq(payerCodes.sessionId, sessionId), isNotNull(payerCodes.sentAt)))
    .orderBy(desc(payerCodes.createdAt), desc(payerCodes.id))
    .limit(1);
  return row;
}

export async function findUsedCode(db: Database, sessionId: string): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(payerCodes)
    .where(and(eq(payerCodes.sessionId, sessionId), isNotNull(payerCodes.usedAt)))
    .limit(1);
  return row;
}

export function listUsedCodes(db: Database, sessionIds: string[]) {
  const { id, sessionId, sealedEmail, usedAt } = payerCodes;
  return db
    .select({ id, sessionId, sealedEmail })
    .from(payerCodes)
    .where(and(inArray(sessionId, sessionIds), isNotNull(usedAt)));
}

export function listCodes(db: Database, transactionId: string): Promise<CodeRow[]> {
  return db
    .select()
    .from(payerCodes)
    .where(eq(payerCodes.transactionId, transactionId))
    .orderBy(desc(payerCodes.createdAt), desc(payerCodes.id));
}

export async function madeCodesFor(db: Database, emailMac: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: payerCodes.createdAt })
    .from(payerCodes)
    .where(and(eq(payerCodes.emailMac, emailMac), gt(payerCodes.createdAt, since)))
    .orderBy(payerCodes.createdAt);
  return rows.map((row) => row.createdAt);
}

/** Before the check. `undefined` if expired or without guesses left. */
export async function countWrongCode(
  db: Database,
  codeId: string,
  maxWrongCodes: number,
  now: Date,
): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(payerCodes)
    .set({ wrongAttempts: sql`${payerCodes.wrongAttempts} + 1` })
    .where(and(eq(payerCodes.id, codeId), lt(payerCodes.wrongAttempts, maxWrongCodes), isOpen(now)))
    .returning();
  return row;
}

export async function consumeCode(db: Database, codeId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(payerCodes)
    .set({ usedAt: now })
    .where(and(eq(payerCodes.id, codeId), isOpen(now)))
    .returning({ id: payerCodes.id });
  return rows.length > 0;
}

export async function voidCode(db: Database, codeId: string, now: Date): Promise<void> {
  await db
    .update(payerCodes)
    .set({ voidedAt: now })
    .where(and(eq(payerCodes.id, codeId), isUntouched));
}

export async function insertDevice(db: Database, row: DeviceRow): Promise<void> {
  await db.insert(payerDevices).values(row);
}

export async function findDevice(
  db: Database,
  deviceId: string,
  since: Date,
): Promise<DeviceRow | undefined> {
  const [row] = await db
    .select()
    .from(payerDevices)
    .where(and(eq(payerDevices.id, deviceId), gt(payerDevices.lastSeenAt, since)));
  return row;
}

export function listDevices(db: Database, ids: string[], since: Date): Promise<DeviceRow[]> {
  return db
    .select()
    .from(payerDevices)
    .where(and(inArray(payerDevices.id, ids), gt(payerDevices.lastSeenAt, since)));
}

export async function touchDevice(db: Database, deviceId: string, now: Date): Promise<void> {
  await db.update(payerDevices).set({ lastSeenAt: now }).where(eq(payerDevices.id, deviceId));
}

export async function deleteDevice(db: Database, deviceId: string): Promise<void> {
  await db.delete(payerDevices).where(eq(payerDevices.id, deviceId));
}
