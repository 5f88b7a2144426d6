import {
  and,
  count,
  eq,
  getTableColumns,
  getTableName,
  isNotNull,
  like,
  not,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#lib/platform/db/database.ts";

export type SealedColumn = {
  table: PgTable;
  sealed: PgColumn;
  key: readonly PgColumn[];
  contextOf: (...key: string[]) => string;
};

export type SealedValue = { key: string[]; sealed: string };

export function nameOf({ table, sealed }: SealedColumn): string {
  return `${getTableName(table)}.${sealed.name}`;
}

/** `newest` is the prefix of values that need no re-encryption. */
export async function countOlder(
  db: Database,
  { table, sealed }: SealedColumn,
  newest: string,
): Promise<number> {
  const [row] = await db.select({ older: count() }).from(table).where(isOlder(sealed, newest));
  return row?.older ?? 0;
}

/** Skips rows that others have locked, to avoid deadlocks. */
export function lockOlder(
  tx: Database,
  { table, sealed, key }: SealedColumn,
  page: { newest: string; after: readonly string[] | undefined; limit: number },
): Promise<SealedValue[]> {
  return tx
    .select({
      key: sql<string[]>`jsonb_build_array(${sql.join([...key], sql`, `)})`,
      sealed: sql<string>`${sealed}`,
    })
    .from(table)
    .where(and(isOlder(sealed, page.newest), page.after && isBehind(key, page.after)))
    .orderBy(...key)
    .limit(page.limit)
    .for("no key update", { skipLocked: true });
}

export async function replace(
  tx: Database,
  column: SealedColumn,
  read: SealedValue,
  value: string,
): Promise<boolean> {
  const { table, sealed, key } = column;
  const isRow = key.map((part, index) => eq(part, read.key[index]));
  const rows = await tx
    .update(table)
    .set({ [propertyOf(column)]: value })
    .where(and(...isRow, eq(sealed, read.sealed)))
    .returning({ sealed });
  return rows.length === 1;
}

const isOlder = (sealed: PgColumn, newest: string) =>
  and(isNotNull(sealed), not(like(sealed, `${newest}%`)));

function isBehind(key: readonly PgColumn[], after: readonly string[]): SQL {
  const values = after.map((value) => sql`${value}`);
  return sql`(${sql.join([...key], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

function propertyOf({ table, sealed }: SealedColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, column]) => column === sealed);
  if (!found) throw new RangeError(`${getTableName(table)} has no column ${sealed.name}`);
  return found[0];
}
