import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { rateLimits } from "#lib/platform/schema.ts";

export type CounterRow = typeof rateLimits.$inferSelect;

type Change = {
  key: string;
  /** Negative to give back. */
  points: number;
  /** Milliseconds since 1970. */
  now: number;
  /** End of a window that starts now. */
  expire: number | null;
};

// More than clocks that agree differ, less than any window.
const LEEWAY_MS = 10_000;

// Longer than any window: a row that ends later is from a clock since set back.
const MAX_WINDOW_MS = 24 * 60 * 60 * 1000;

export function createCounterRepository(db: Database) {
  return {
    /**
     * One statement, so that no concurrent count is lost. Restarts a window that is over or, after a clock was set back, ends too
     * late.
     */
    async add({ key, points, now, expire }: Change): Promise<CounterRow> {
      const first = Math.max(points, 0);
      const latest = (expire ?? now) + LEEWAY_MS;
      const isOver = sql`(${rateLimits.expire} <= ${now}::bigint or ${rateLimits.expire} > ${latest}::bigint)`;
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

    /**
     * Returns the sum of the window that ends at `expire`, or `undefined` if another process is already in the next. Later
     * windows are from a clock since set back.
     */
    async addToWindow(change: {
      key: string;
      points: number;
      windowMs: number;
      expire: number;
    }): Promise<number | undefined> {
      const { key, points, windowMs, expire } = change;
      const isSame = sql`${rateLimits.expire} = ${expire}::bigint`;
      const isNext = sql`${rateLimits.expire} = ${expire + windowMs}::bigint`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key, points, expire })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            points: sql`case when ${isSame} then ${rateLimits.points} + ${points}::integer else ${points}::integer end`,
            expire,
          },
          setWhere: sql`${rateLimits.expire} is null or not ${isNext}`,
        })
        .returning();
      return row?.points;
    },

    /** Overwrites the count. */
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
        .where(or(lte(rateLimits.expire, now), gt(rateLimits.expire, now + MAX_WINDOW_MS)))
        .returning({ key: rateLimits.key });
      return rows.length;
    },
  };
}
