import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { members, sessions, users } from "#lib/identity/schema.ts";
import { accounts } from "#lib/merchants/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** SQL of the sessions of the console. */
export function createSessionRepository(db: Database) {
  // What the idle time ends is as good as revoked.
  const isAlive = (now: Date, seenAfter: Date): SQL | undefined =>
    and(
      isNull(sessions.revokedAt),
      gt(sessions.expiresAt, now),
      gt(sessions.lastSeenAt, seenAfter),
    );

  return {
    async insert(row: SessionRow): Promise<void> {
      await db.insert(sessions).values(row);
    },

    /** A living session with its user and, where the user still belongs to it, its account. */
    async findAlive(id: string, now: Date, seenAfter: Date) {
      const [row] = await db
        .select({ session: sessions, user: users, account: accounts, role: members.role })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .leftJoin(
          members,
          and(eq(members.userId, sessions.userId), eq(members.accountId, sessions.accountId)),
        )
        .leftJoin(accounts, eq(accounts.id, members.accountId))
        .where(and(eq(sessions.id, id), isAlive(now, seenAfter)));
      return row;
    },

    async update(id: string, values: Partial<SessionRow>): Promise<void> {
      await db.update(sessions).set(values).where(eq(sessions.id, id));
    },

    /** Makes a session a full one until `expiresAt`; answers its user, or nothing if its time was over or it was ended. */
    async complete(id: string, now: Date, expiresAt: Date): Promise<string | undefined> {
      const [row] = await db
        .update(sessions)
        .set({ completedAt: now, lastSeenAt: now, expiresAt })
        .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
        .returning({ userId: sessions.userId });
      return row?.userId;
    },

    /** The complete sessions of a user that are alive, the last seen first. */
    listAlive(userId: string, now: Date, seenAfter: Date): Promise<SessionRow[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isAlive(now, seenAfter)))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
    },

    /** Ends the complete sessions of a user beyond the `most` last seen. */
    async revokeSurplus(userId: string, revokedAt: Date, most: number): Promise<void> {
      const surplus = db
        .select({ id: sessions.id })
        .from(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            isNotNull(sessions.completedAt),
          ),
        )
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
        .offset(most);
      await db.update(sessions).set({ revokedAt }).where(inArray(sessions.id, surplus));
    },

    /** Ends one session of a user; false if there is none that is not ended. */
    async revoke(userId: string, id: string, revokedAt: Date): Promise<boolean> {
      const rows = await db
        .update(sessions)
        .set({ revokedAt })
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
        .returning({ id: sessions.id });
      return rows.length === 1;
    },

    /** Ends the sessions of a user, all but `kept`; answers how many. */
    async revokeAll(userId: string, revokedAt: Date, kept?: string): Promise<number> {
      const rows = await db
        .update(sessions)
        .set({ revokedAt })
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            kept === undefined ? undefined : ne(sessions.id, kept),
          ),
        )
        .returning({ id: sessions.id });
      return rows.length;
    },

    /** Deletes what ended before `time`; answers how many. */
    async deleteEnded(time: Date, seenBefore: Date): Promise<number> {
      const rows = await db
        .delete(sessions)
        .where(
          or(
            lt(sessions.expiresAt, time),
            lt(sessions.revokedAt, time),
            lt(sessions.lastSeenAt, seenBefore),
          ),
        )
        .returning({ id: sessions.id });
      return rows.length;
    },
  };
}
