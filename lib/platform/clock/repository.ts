import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { testClock } from "#lib/platform/db/schema.ts";

const ROW = 1;

/** Milliseconds. */
export async function offset(db: Database): Promise<number> {
  const [row] = await db.select().from(testClock);
  return row?.offsetMs ?? 0;
}

export async function add(db: Database, ms: number): Promise<number> {
  const [row] = await db
    .insert(testClock)
    .values({ id: ROW, offsetMs: ms })
    .onConflictDoUpdate({
      target: testClock.id,
      set: { offsetMs: sql`${testClock.offsetMs} + excluded.offset_ms` },
    })
    .returning();
  const sum = row?.offsetMs ?? 0;
  await notify(db, "bankside_clock", String(sum));
  // Wakes everything that is now due: an empty payload means all.
  await notify(db, "bankside_worker", "");
  await notify(db, "bankside_transaction", "");
  return sum;
}
