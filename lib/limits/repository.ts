import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { rateLimits } from "#lib/db/console-schema.ts";

export type CounterRow = typeof rateLimits.$inferSelect;

type Change = {
  key: string;
  /** Added to what is counted in the running window; below zero to give something back. */
  points: number;
  /** Milliseconds since 1970. */
  now: number;
  /** When a window that begins now ends. */
  expire: number | null;
};

/** SQL of the counters of rate limits. */
export function createCounterRepository(db: Database) {
  return {
    /** Counts in one statement, so that none of many at once is lost; a window that is over begins anew. */
    async add({ key, points, now, expire }: Change): Promise<CounterRow> {
      const first = Math.max(points, 0);
      const isOver = sql`${rateLimits.expire} <= ${now}::bigint`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key, points: first, expire })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            points: sql`case when ${isOver} then ${first}::integer else greatest(${rateLimits.points} + ${points}::integer, 0) end`,
            expire: sql`case when ${isOver} then ${expire}::bigint else ${rateLimits.expire} end`,
          },
        })
        .returning();
      if (!row) throw new Error("the counter was not written");
      return row;
    },

    /** Begins a window with `points` whatever was counted before. */
    async set({ key, points, expire }: Omit<Change, "now">): Promise<CounterRow> {
      const row = { key, points, expire };
      await db
        .insert(rateLimits)
        .values(row)
        .onConflictDoUpdate({ target: rateLimits.key, set: { points, expire } });
      return row;
    },

    async find(key: string, now: number): Promise<CounterRow | undefined> {
      const [row] = await db
        .select()
        .from(rateLimits)
        .where(and(eq(rateLimits.key, key), gt(rateLimits.expire, now)));
      return row;
    },

    async delete(key: string): Promise<boolean> {
      const rows = await db
        .delete(rateLimits)
        .where(eq(rateLimits.key, key))
        .returning({ key: rateLimits.key });
      return rows.length === 1;
    },

    async deleteOver(now: number): Promise<number> {
      const rows = await db
        .delete(rateLimits)
        .where(lte(rateLimits.expire, now))
        .returning({ key: rateLimits.key });
      return rows.length;
    },
  };
}
