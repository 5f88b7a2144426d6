import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { embedRefusals } from "#lib/db/console-schema.ts";

/** An origin that was refused, as stored. */
export type EmbedRefusal = typeof embedRefusals.$inferSelect;

/** SQL of who tried to frame a checkout. */
export function createEmbeddingRepository(db: Database) {
  return {
    async add(refusal: EmbedRefusal): Promise<void> {
      await db
        .insert(embedRefusals)
        .values(refusal)
        .onConflictDoUpdate({
          target: [embedRefusals.accountId, embedRefusals.origin],
          set: {
            count: sql`least(${embedRefusals.count}::bigint + ${refusal.count}, 2000000000)`,
            lastAt: refusal.lastAt,
          },
        });
    },

    /** Keeps the `limit` origins of an account that were seen last. */
    async trim(accountId: string, limit: number): Promise<void> {
      const kept = db
        .select({ origin: embedRefusals.origin })
        .from(embedRefusals)
        .where(eq(embedRefusals.accountId, accountId))
        .orderBy(desc(embedRefusals.lastAt), desc(embedRefusals.origin))
        .limit(limit);
      await db
        .delete(embedRefusals)
        .where(and(eq(embedRefusals.accountId, accountId), notInArray(embedRefusals.origin, kept)));
    },

    list(accountId: string): Promise<EmbedRefusal[]> {
      return db
        .select()
        .from(embedRefusals)
        .where(eq(embedRefusals.accountId, accountId))
        .orderBy(desc(embedRefusals.lastAt), embedRefusals.origin);
    },
  };
}
