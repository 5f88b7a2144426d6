import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";

// A fraction of a second each, far from the time limit of a statement.
const AT_ONCE = 2_000;

/** Repeats `work`, which resolves to how many of up to `limit` it did, until there are fewer. Returns how many in all. */
export async function inParts(
  work: (limit: number) => Promise<number>,
  limit = AT_ONCE,
): Promise<number> {
  let done = 0;
  for (let part = limit; part === limit; done += part) part = await work(limit);
  return done;
}

/** Each part is committed by itself. Leaves out locked rows: they wait for the next time. Returns how many it deleted. */
export function deleteInParts(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  atOnce?: number,
): Promise<number> {
  return inParts(async (limit) => {
    const some = db
      .select({ ctid: sql`ctid` })
      .from(table)
      .where(where)
      .limit(limit)
      .for("update", { skipLocked: true });
    const rows = await db
      .delete(table)
      .where(sql`ctid = any(array(${some}))`)
      .returning({ one: sql`1` });
    return rows.length;
  }, atOnce);
}
