import { and, asc, count, eq, gt, isNull, lt } from "drizzle-orm";
import { passkeyChallenges, passkeys, users } from "#lib/identity/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;
export type ChallengeRow = typeof passkeyChallenges.$inferSelect;

export async function insertChallenge(db: Database, row: ChallengeRow): Promise<void> {
  await db.insert(passkeyChallenges).values(row);
}

export async function takeChallenge(
  db: Database,
  {
    challenge,
    userId,
    purpose,
    now,
  }: Pick<ChallengeRow, "challenge" | "userId" | "purpose"> & { now: Date },
): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows.length === 1;
}

export function deleteChallenges(db: Database, expiredBefore: Date): Promise<number> {
  return deleteInParts(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, expiredBefore));
}

export async function lockAndCount(db: Database, userId: string): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [row] = await db
    .select({ passkeys: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return row?.passkeys ?? 0;
}

export async function insert(db: Database, row: PasskeyRow): Promise<boolean> {
  const rows = await db
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

export async function findByCredential(
  db: Database,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

export function list(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

export async function noteUse(
  db: Database,
  { id, counter }: PasskeyRow,
  newCounter: number,
  lastUsedAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

export async function remove(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}
