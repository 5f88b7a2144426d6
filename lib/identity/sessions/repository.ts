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
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { members, operators, sessions, users } from "#lib/identity/model/schema.ts";
import { accounts } from "#lib/merchants/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";

export type SessionRow = typeof sessions.$inferSelect;

// Idle sessions count as revoked.
const isAlive = (now: Date, seenAfter: Date): SQL | undefined =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, seenAfter));

export async function insert(db: Database, row: SessionRow): Promise<void> {
  await db.insert(sessions).values(row);
}

export async function findAlive(db: Database, id: string, now: Date, seenAfter: Date) {
  const [row] = await db
    .select({
      session: sessions,
      user: users,
      account: accounts,
      role: members.role,
      operatorId: operators.userId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      members,
      and(
        eq(members.userId, sessions.userId),
        eq(members.accountId, sessions.accountId),
        or(not(members.isMapped), sessions.isFromProvider),
      ),
    )
    .leftJoin(operators, eq(operators.userId, sessions.userId))
    .leftJoin(accounts, eq(accounts.id, members.accountId))
    .where(and(eq(sessions.id, id), isAlive(now, seenAfter)));
  return row;
}

export async function update(db: Database, id: string, values: Partial<SessionRow>): Promise<void> {
  await db.update(sessions).set(values).where(eq(sessions.id, id));
}

export async function complete(
  db: Database,
  id: string,
  now: Date,
  ends: { own: Date; provider: Date },
): Promise<string | undefined> {
  const { own, provider } = ends;
  const expiresAt = sql`case when ${sessions.isFromProvider} then ${provider.toISOString()}::timestamptz else ${own.toISOString()}::timestamptz end`;
  const [row] = await db
    .update(sessions)
    .set({ completedAt: now, secondFactorAt: now, lastSeenAt: now, expiresAt })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .returning({ userId: sessions.userId });
  return row?.userId;
}

export function listAlive(
  db: Database,
  userId: string,
  now: Date,
  seenAfter: Date,
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive(now, seenAfter)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

export async function revokeSurplus(
  db: Database,
  userId: string,
  revokedAt: Date,
  most: number,
): Promise<void> {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), isNull(sessions.revokedAt), isNotNull(sessions.completedAt)),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(most);
  await db.update(sessions).set({ revokedAt }).where(inArray(sessions.id, surplus));
}

export async function revoke(
  db: Database,
  userId: string,
  id: string,
  revokedAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length === 1;
}

export async function revokeEveryones(db: Database, revokedAt: Date): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt })
    .where(isNull(sessions.revokedAt))
    .returning({ id: sessions.id });
  return rows.length;
}

export async function revokeAll(
  db: Database,
  userId: string,
  revokedAt: Date,
  kept?: string,
): Promise<number> {
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
}

export function deleteEnded(db: Database, time: Date, seenBefore: Date): Promise<number> {
  return deleteInParts(
    db,
    sessions,
    or(
      lt(sessions.expiresAt, time),
      lt(sessions.revokedAt, time),
      lt(sessions.lastSeenAt, seenBefore),
    ),
  );
}
