import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyKeys } from "#lib/payments/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** `false` if another connection holds the lock. */
export async function tryLock(db: Database, name: string): Promise<boolean> {
  const [row] = await db
    .select({ isLocked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
    .from(sql`(select 1) as one`);
  return row?.isLocked === true;
}

export async function find(db: Database, accountId: string, key: string, since: Date) {
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
}

export async function save(db: Database, row: typeof idempotencyKeys.$inferInsert): Promise<void> {
  await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({ target: [idempotencyKeys.accountId, idempotencyKeys.key], set: row });
}

export async function purge(db: Database, before: Date): Promise<number> {
  const rows = await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, before))
    .returning({ key: idempotencyKeys.key });
  return rows.length;
}
