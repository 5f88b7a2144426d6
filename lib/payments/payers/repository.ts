import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import {
  payerCodes,
  payerDevices,
  payerSessions,
  paymentAttempts,
  transactions,
} from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type SessionRow = typeof payerSessions.$inferSelect;
export type CodeRow = typeof payerCodes.$inferSelect;
export type DeviceRow = typeof payerDevices.$inferSelect;

export function createSessionRepository(db: Database) {
  const finishedBefore = (before: Date) =>
    db
      .select({ id: transactions.id })
      .from(transactions)
      .where(lt(transactions.finishedAt, before));

  return {
    async insert(row: SessionRow): Promise<void> {
      await db.insert(payerSessions).values(row);
    },

    /** Takes the same lock on the transaction as inserting a session. */
    async holdTransaction(transactionId: string): Promise<void> {
      await db
        .select({ id: transactions.id })
        .from(transactions)
        .where(eq(transactions.id, transactionId))
        .for("key share");
    },

    async findPayment(id: string) {
      const [row] = await db
        .select({ session: payerSessions, transaction: transactions })
        .from(payerSessions)
        .innerJoin(transactions, eq(transactions.id, payerSessions.transactionId))
        .where(eq(payerSessions.id, id));
      return row;
    },

    async verify(id: string, verifiedBy: "code", verifiedAt: Date): Promise<void> {
      await db
        .update(payerSessions)
        .set({ verifiedBy, verifiedAt })
        .where(eq(payerSessions.id, id));
    },

    async hasVerified(transactionId: string): Promise<boolean> {
      const [row] = await db
        .select({ id: payerSessions.id })
        .from(payerSessions)
        .where(
          and(eq(payerSessions.transactionId, transactionId), isNotNull(payerSessions.verifiedBy)),
        )
        .limit(1);
      return row !== undefined;
    },

    /** Deletes payer data of transactions that finished before `before`. */
    async forgetPayers(before: Date): Promise<number> {
      const rows = await db
        .update(payerSessions)
        .set({ sealedDetails: null, appReturnUrl: null })
        .where(
          and(
            or(isNotNull(payerSessions.sealedDetails), isNotNull(payerSessions.appReturnUrl)),
            inArray(payerSessions.transactionId, finishedBefore(before)),
          ),
        )
        .returning({ id: payerSessions.id });
      return rows.length;
    },

    /** Deletes sessions without an attempt, and their codes, if opened before `openedBefore` and finished before `before`. */
    async deleteIdle(openedBefore: Date, before: Date): Promise<number> {
      const attempts = db
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(eq(paymentAttempts.payerSessionId, payerSessions.id));
      const isIdle = and(
        lt(payerSessions.createdAt, openedBefore),
        inArray(payerSessions.transactionId, finishedBefore(before)),
        notExists(attempts),
      );
      const idle = db.select({ id: payerSessions.id }).from(payerSessions).where(isIdle);
      return db.transaction(async (tx) => {
        await tx.delete(payerCodes).where(inArray(payerCodes.sessionId, idle));
        const rows = await tx
          .delete(payerSessions)
          .where(isIdle)
          .returning({ id: payerSessions.id });
        return rows.length;
      });
    },
  };
}

export function createCodeRepository(db: Database) {
  const { createdAt, expiresAt, id, sentAt, usedAt, voidedAt, wrongAttempts } = payerCodes;
  const isUntouched = and(isNull(usedAt), isNull(voidedAt));
  const isOpen = (now: Date) => and(isUntouched, isNotNull(sentAt), gt(expiresAt, now));

  return {
    /** Serialises senders per `name` until the database transaction ends. */
    async serialise(name: string): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    async insert(row: CodeRow): Promise<void> {
      await db.insert(payerCodes).values(row);
    },

    /** A code that was voided meanwhile stays closed. */
    async open(codeId: string, now: Date, until: Date): Promise<void> {
      await db
        .update(payerCodes)
        .set({
          sentAt: now,
          expiresAt: sql`case when ${isUntouched} then ${sql.param(until, expiresAt)} else ${expiresAt} end`,
        })
        .where(eq(id, codeId));
    },

    /** Only the latest sent code counts. */
    async findLatest(sessionId: string): Promise<CodeRow | undefined> {
      const [row] = await db
        .select()
        .from(payerCodes)
        .where(and(eq(payerCodes.sessionId, sessionId), isNotNull(sentAt)))
        .orderBy(desc(createdAt), desc(id))
        .limit(1);
      return row;
    },

    async findUsed(sessionId: string): Promise<CodeRow | undefined> {
      const [row] = await db
        .select()
        .from(payerCodes)
        .where(and(eq(payerCodes.sessionId, sessionId), isNotNull(usedAt)))
        .limit(1);
      return row;
    },

    /** Latest first. */
    listOfTransaction(transactionId: string): Promise<CodeRow[]> {
      return db
        .select()
        .from(payerCodes)
        .where(eq(payerCodes.transactionId, transactionId))
        .orderBy(desc(createdAt), desc(id));
    },

    /** Creation times, earliest first. */
    async madeFor(emailMac: string, since: Date): Promise<Date[]> {
      const rows = await db
        .select({ createdAt })
        .from(payerCodes)
        .where(and(eq(payerCodes.emailMac, emailMac), gt(createdAt, since)))
        .orderBy(createdAt);
      return rows.map((row) => row.createdAt);
    },

    /** Counts a guess before it is checked; `undefined` if the code has expired or has no guesses left. */
    async countWrongCode(
      codeId: string,
      maxWrongCodes: number,
      now: Date,
    ): Promise<CodeRow | undefined> {
      const [row] = await db
        .update(payerCodes)
        .set({ wrongAttempts: sql`${wrongAttempts} + 1` })
        .where(and(eq(id, codeId), lt(wrongAttempts, maxWrongCodes), isOpen(now)))
        .returning();
      return row;
    },

    /** `false` if the code is no longer open. */
    async use(codeId: string, now: Date): Promise<boolean> {
      const rows = await db
        .update(payerCodes)
        .set({ usedAt: now })
        .where(and(eq(id, codeId), isOpen(now)))
        .returning({ id });
      return rows.length > 0;
    },

    /** A refused mail still counts. */
    async voidOne(codeId: string, now: Date): Promise<void> {
      await db
        .update(payerCodes)
        .set({ voidedAt: now })
        .where(and(eq(id, codeId), isUntouched));
    },

    /** Keeps codes of pending transactions. */
    async deleteOld(before: Date): Promise<number> {
      const decided = db
        .select({ id: transactions.id })
        .from(transactions)
        .where(ne(transactions.status, "pending"));
      const rows = await db
        .delete(payerCodes)
        .where(and(lt(createdAt, before), inArray(payerCodes.transactionId, decided)))
        .returning({ id });
      return rows.length;
    },
  };
}

export function createDeviceRepository(db: Database) {
  const { id, lastSeenAt } = payerDevices;

  return {
    async insert(row: DeviceRow): Promise<void> {
      await db.insert(payerDevices).values(row);
    },

    async find(deviceId: string, since: Date): Promise<DeviceRow | undefined> {
      const [row] = await db
        .select()
        .from(payerDevices)
        .where(and(eq(id, deviceId), gt(lastSeenAt, since)));
      return row;
    },

    async touch(deviceId: string, now: Date): Promise<void> {
      await db.update(payerDevices).set({ lastSeenAt: now }).where(eq(id, deviceId));
    },

    async delete(deviceId: string): Promise<void> {
      await db.delete(payerDevices).where(eq(id, deviceId));
    },

    async deleteUnseen(before: Date): Promise<number> {
      const rows = await db.delete(payerDevices).where(lt(lastSeenAt, before)).returning({ id });
      return rows.length;
    },
  };
}
