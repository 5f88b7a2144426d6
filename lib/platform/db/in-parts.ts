import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";

// Each takes a fraction of a second.
const AT_ONCE = 2_000;

/** `work` returns how many of up to `limit` it did. Returns the sum. */
export async function inParts(
  work: (limit: number) => Promise<number>,
  limit = AT_ONCE,
): Promise<number> {
  let done = 0;
  for (let part = limit; part === limit; done += part) part = await work(limit);
  return done;
}

/** Each part commits by itself. Leaves out locked rows. Returns the number. */
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
