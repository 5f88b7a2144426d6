import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { signingKeys, tokens } from "#lib/merchants/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type SigningKeyRow = typeof signingKeys.$inferSelect;
export type TokenRow = typeof tokens.$inferSelect;

/** SQL of the signing keys and of what is kept for each JWT. */
export function createTokenRepository(db: Database) {
  return {
    async insertToken(row: TokenRow): Promise<void> {
      await db.insert(tokens).values(row);
    },
    async findToken(jti: string): Promise<TokenRow | undefined> {
      const [row] = await db.select().from(tokens).where(eq(tokens.jti, jti));
      return row;
    },
    /** Counts one more creation if there were fewer than `most`; false if not. */
    async countCreation(jti: string, most: number): Promise<boolean> {
      const rows = await db
        .update(tokens)
        .set({ creations: sql`${tokens.creations} + 1` })
        .where(and(eq(tokens.jti, jti), lt(tokens.creations, most)))
        .returning({ jti: tokens.jti });
      return rows.length === 1;
    },
    /** Sets the session the JWT opened first, unless there is one; answers it. */
    async setFirstSession(jti: string, sessionId: string): Promise<string | undefined> {
      const [row] = await db
        .update(tokens)
        .set({ firstSessionId: sql`coalesce(${tokens.firstSessionId}, ${sessionId})` })
        .where(eq(tokens.jti, jti))
        .returning({ firstSessionId: tokens.firstSessionId });
      return row?.firstSessionId ?? undefined;
    },
    /** Deletes what is kept for JWTs that expired before `time`; answers how many. */
    async deleteExpired(time: Date): Promise<number> {
      const rows = await db
        .delete(tokens)
        .where(lt(tokens.expiresAt, time))
        .returning({ jti: tokens.jti });
      return rows.length;
    },
    async insertKey(row: SigningKeyRow): Promise<void> {
      await db.insert(signingKeys).values(row);
    },
    /** Keys that are published at `now`, the one that signs first. */
    listKeys(now: Date): Promise<SigningKeyRow[]> {
      return db
        .select()
        .from(signingKeys)
        .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, now)))
        .orderBy(sql`${signingKeys.retiredAt} desc nulls first`, desc(signingKeys.createdAt));
    },
    /** Lets the keys that sign verify until `retiredAt`, and sign no more; answers how many. */
    async retireKeys(retiredAt: Date): Promise<number> {
      const rows = await db
        .update(signingKeys)
        .set({ retiredAt })
        .where(isNull(signingKeys.retiredAt))
        .returning({ kid: signingKeys.kid });
      return rows.length;
    },
    /** Deletes keys that stopped verifying before `time`; answers how many. */
    async deleteRetiredKeys(time: Date): Promise<number> {
      const rows = await db
        .delete(signingKeys)
        .where(lt(signingKeys.retiredAt, time))
        .returning({ kid: signingKeys.kid });
      return rows.length;
    },
    /** Makes those who would make a key at once do it one after the other. */
    async serialise(): Promise<void> {
      await db.execute("select pg_advisory_xact_lock(7266378202)");
    },
  };
}
