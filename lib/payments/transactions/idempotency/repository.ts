import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export function createIdempotencyRepository(db: Database) {
  return {
    /** `false` if another connection holds the lock. */
    async tryLock(name: string): Promise<boolean> {
      const [row] = await db
        .select({ isLocked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
        .from(sql`(select 1) as one`);
      return row?.isLocked === true;
    },

    async find(accountId: string, key: string, since: Date) {
      const [row] = await db
        .select()
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.accountId, accountId),
            eq(idempotencyKeys.key, key),
            gt(idempotencyKeys.createdAt, since),
          ),
        );
      return row;
    },

    async save(row: typeof idempotencyKeys.$inferInsert): Promise<void> {
      await db
        .insert(idempotencyKeys)
        .values(row)
        .onConflictDoUpdate({ target: [idempotencyKeys.accountId, idempotencyKeys.key], set: row });
    },

    async purge(before: Date): Promise<number> {
      const rows = await db
        .delete(idempotencyKeys)
        .where(lte(idempotencyKeys.createdAt, before))
        .returning({ key: idempotencyKeys.key });
      return rows.length;
    },
  };
}
