import { eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { rateLimits } from "#lib/platform/db/schema.ts";

type Change = {
  key: string;
  /** Negative to give back. */
  points: number;
  /** End of the window that runs, or would start now. Milliseconds since 1970. */
  endsAt: number;
};

// More than clocks that agree differ, less than any window.
const LEEWAY_MS = 10_000;

// Longer than any window: later ends are from a clock since set back.
const MAX_WINDOW_MS = 24 * 60 * 60 * 1000;

const { expire } = rateLimits;

/** Restarts a window that is over or ends too late. */
export async function add(
  db: Database,
  change: Change & { now: number },
): Promise<Pick<Change, "points" | "endsAt">> {
  const { now, endsAt } = change;
  const isRunning = sql`${expire} > ${now}::bigint and ${expire} <= ${endsAt + LEEWAY_MS}::bigint`;
  const row = await upsert(db, change, isRunning);
  if (!row) throw new Error("the counter was not written");
  return { points: row.points, endsAt: row.expire ?? endsAt };
}

/** `undefined` if another process is already in the next window. */
export async function addToWindow(
  db: Database,
  change: Change & { windowMs: number },
): Promise<number | undefined> {
  const { windowMs, endsAt } = change;
  const isRunning = sql`${expire} = ${endsAt}::bigint`;
  const isNotNext = sql`${expire} is distinct from ${endsAt + windowMs}::bigint`;
  const row = await upsert(db, change, isRunning, isNotNext);
  return row?.points;
}

async function upsert(
  db: Database,
  { key, points, endsAt }: Change,
  isRunning: SQL,
  setWhere?: SQL,
): Promise<typeof rateLimits.$inferSelect | undefined> {
  const first = Math.max(points, 0);
  const sum = sql`greatest(${rateLimits.points} + ${points}::integer, 0)`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, points: first, expire: endsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isRunning} then ${sum} else ${first}::integer end`,
        expire: sql`case when ${isRunning} then ${expire} else ${endsAt}::bigint end`,
      },
      ...(setWhere && { setWhere }),
    })
    .returning();
  return row;
}

export async function remove(db: Database, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

export function removeOver(db: Database, now: number): Promise<number> {
  return deleteInParts(db, rateLimits, or(lte(expire, now), gt(expire, now + MAX_WINDOW_MS)));
}
