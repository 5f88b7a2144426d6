import { and, asc, count, eq, ne } from "drizzle-orm";
import { savedFilters } from "#lib/console/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type Holder = { accountId: string; userId: string };

const isOf = ({ accountId, userId }: Holder) =>
  and(eq(savedFilters.accountId, accountId), eq(savedFilters.userId, userId));

export function list(db: Database, holder: Holder) {
  const { id, name, query } = savedFilters;
  return db
    .select({ id, name, query })
    .from(savedFilters)
    .where(isOf(holder))
    .orderBy(asc(savedFilters.name));
}

export async function countOthers(db: Database, holder: Holder, name: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(savedFilters)
    .where(and(isOf(holder), ne(savedFilters.name, name)));
  return row?.count ?? 0;
}

export async function save(db: Database, row: typeof savedFilters.$inferInsert): Promise<void> {
  const { accountId, userId, name } = savedFilters;
  await db
    .insert(savedFilters)
    .values(row)
    .onConflictDoUpdate({ target: [accountId, userId, name], set: { query: row.query } });
}

export async function remove(db: Database, holder: Holder, id: string): Promise<void> {
  await db.delete(savedFilters).where(and(isOf(holder), eq(savedFilters.id, id)));
}
