import { and, count, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { apiKeys } from "#lib/db/schema.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** SQL of the API keys. */
export function createApiKeyRepository(db: Database) {
  const active = async (condition: SQL): Promise<ApiKeyRow | undefined> => {
    const [row] = await db
      .select()
      .from(apiKeys)
      .where(and(condition, isNull(apiKeys.revokedAt)));
    return row;
  };

  return {
    async insert(row: ApiKeyRow): Promise<void> {
      await db.insert(apiKeys).values(row);
    },
    findActiveByDigest: (digest: string) => active(eq(apiKeys.digest, digest)),
    findActiveById: (id: string) => active(eq(apiKeys.id, id)),
    async revoke(accountId: string, id: string, revokedAt: Date): Promise<boolean> {
      const rows = await db
        .update(apiKeys)
        .set({ revokedAt })
        .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id });
      return rows.length === 1;
    },
    /** Revokes all active keys of an account; answers how many. */
    async revokeAll(accountId: string, revokedAt: Date): Promise<number> {
      const rows = await db
        .update(apiKeys)
        .set({ revokedAt })
        .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id });
      return rows.length;
    },
    /** How many keys are active, by account and mode. */
    countActive(): Promise<{ accountId: string; mode: ApiKeyRow["mode"]; keys: number }[]> {
      return db
        .select({ accountId: apiKeys.accountId, mode: apiKeys.mode, keys: count() })
        .from(apiKeys)
        .where(isNull(apiKeys.revokedAt))
        .groupBy(apiKeys.accountId, apiKeys.mode);
    },
    async hasLive(): Promise<boolean> {
      const rows = await db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(and(eq(apiKeys.mode, "live"), isNull(apiKeys.revokedAt)))
        .limit(1);
      return rows.length === 1;
    },
  };
}
