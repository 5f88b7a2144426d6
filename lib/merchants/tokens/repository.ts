import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { signingKeys, tokens } from "#lib/merchants/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type SigningKeyRow = typeof signingKeys.$inferSelect;
export type TokenRow = typeof tokens.$inferSelect;

export async function insertToken(db: Database, row: TokenRow): Promise<void> {
  await db.insert(tokens).values(row);
}

export async function findToken(db: Database, jti: string): Promise<TokenRow | undefined> {
  const [row] = await db.select().from(tokens).where(eq(tokens.jti, jti));
  return row;
}

/** Returns false at the limit of `most`. */
export async function countCreation(db: Database, jti: string, most: number): Promise<boolean> {
  const rows = await db
    .update(tokens)
    .set({ creations: sql`${tokens.creations} + 1` })
    .where(and(eq(tokens.jti, jti), lt(tokens.creations, most)))
    .returning({ jti: tokens.jti });
  return rows.length === 1;
}

/** Keeps the first session and returns it. */
export async function setFirstSession(
  db: Database,
  jti: string,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await db
    .update(tokens)
    .set({ firstSessionId: sql`coalesce(${tokens.firstSessionId}, ${sessionId})` })
    .where(eq(tokens.jti, jti))
    .returning({ firstSessionId: tokens.firstSessionId });
  return row?.firstSessionId ?? undefined;
}

export async function deleteExpired(db: Database, time: Date): Promise<number> {
  const rows = await db
    .delete(tokens)
    .where(lt(tokens.expiresAt, time))
    .returning({ jti: tokens.jti });
  return rows.length;
}

export async function insertKey(db: Database, row: SigningKeyRow): Promise<void> {
  await db.insert(signingKeys).values(row);
}

/** Signing key first. */
export function listKeys(db: Database, now: Date): Promise<SigningKeyRow[]> {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, now)))
    .orderBy(sql`${signingKeys.retiredAt} desc nulls first`, desc(signingKeys.createdAt));
}

/** The signing keys only verify from now on, until `retiredAt`. Returns their number. */
export async function retireKeys(db: Database, retiredAt: Date): Promise<number> {
  const rows = await db
    .update(signingKeys)
    .set({ retiredAt })
    .where(isNull(signingKeys.retiredAt))
    .returning({ kid: signingKeys.kid });
  return rows.length;
}

export async function deleteRetiredKeys(db: Database, time: Date): Promise<number> {
  const rows = await db
    .delete(signingKeys)
    .where(lt(signingKeys.retiredAt, time))
    .returning({ kid: signingKeys.kid });
  return rows.length;
}

/** Serialises creating keys. */
export async function serialise(db: Database): Promise<void> {
  await db.execute("select pg_advisory_xact_lock(7266378202)");
}
