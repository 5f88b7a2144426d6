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
import type { Database } from "#lib/platform/db/client.ts";

/** One column of sealed values, the columns that name its rows, and the context a row's value is bound to. */
export type SealedColumn = {
  table: PgTable;
  sealed: PgColumn;
  key: readonly PgColumn[];
  contextOf: (...key: string[]) => string;
};

/** A sealed value and the key of its row. */
export type SealedValue = { key: string[]; sealed: string };

/** The column's name for people, such as `tokens.sealed_details`. */
export function nameOf({ table, sealed }: SealedColumn): string {
  return `${getTableName(table)}.${sealed.name}`;
}

/** SQL of one sealed column; `newest` is what values begin with that need nothing done. */
export function createSealedRepository(db: Database, column: SealedColumn, newest: string) {
  const { table, sealed, key } = column;
  const isOlder = and(isNotNull(sealed), not(like(sealed, `${newest}%`)));

  return {
    async countOlder(): Promise<number> {
      const [row] = await db.select({ older: count() }).from(table).where(isOlder);
      return row?.older ?? 0;
    },

    /**
     * Up to `limit` older values of rows behind `after`, which nobody can change until the database transaction ends.
     * Rows that others are changing are left out: waiting for them could end in waiting for each other.
     */
    lockOlder(after: readonly string[] | undefined, limit: number): Promise<SealedValue[]> {
      return db
        .select({
          key: sql<string[]>`jsonb_build_array(${sql.join([...key], sql`, `)})`,
          sealed: sql<string>`${sealed}`,
        })
        .from(table)
        .where(and(isOlder, after && isBehind(key, after)))
        .orderBy(...key)
        .limit(limit)
        .for("no key update", { skipLocked: true });
    },

    /** Replaces a value if it is still the one that was read; false if not. */
    async replace(read: SealedValue, value: string): Promise<boolean> {
      const isRow = key.map((part, index) => eq(part, read.key[index]));
      const rows = await db
        .update(table)
        .set({ [propertyOf(column)]: value })
        .where(and(...isRow, eq(sealed, read.sealed)))
        .returning({ sealed });
      return rows.length === 1;
    },
  };
}

function isBehind(key: readonly PgColumn[], after: readonly string[]): SQL {
  const values = after.map((value) => sql`${value}`);
  return sql`(${sql.join([...key], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

function propertyOf({ table, sealed }: SealedColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, column]) => column === sealed);
  if (!found) throw new RangeError(`${getTableName(table)} has no column ${sealed.name}`);
  return found[0];
}
