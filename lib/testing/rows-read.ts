import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";

/** Index entries and table rows that `work` reads, also those that a condition drops. */
export function rowsReadBy(
  db: Database,
  work: (tx: Database) => Promise<unknown>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await countIn(tx);
    await work(tx);
    return (await countIn(tx)) - before;
  });
}

/** By this transaction. */
async function countIn(tx: Database): Promise<number> {
  const [row] = await tx
    .select({ rows: sql`sum(pg_stat_get_xact_tuples_returned(oid))`.mapWith(Number) })
    .from(sql`pg_class`)
    .where(sql`relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`);
  return row?.rows ?? Number.NaN;
}
