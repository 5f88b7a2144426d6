import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { testClock } from "#lib/platform/schema.ts";

const ROW = 1;

/** Queries on how far tests have moved the time. */
export function createTestClockRepository(db: Database) {
  return {
    /** In ms; 0 where nobody ever moved it. */
    async offset(): Promise<number> {
      const [row] = await db.select().from(testClock);
      return row?.offsetMs ?? 0;
    },

    /** Adds `ms`, and tells every process and every open page. Answers the sum, in ms. */
    async add(ms: number): Promise<number> {
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
      // What has become due by this is looked at now: without a name these mean everything.
      await notify(db, "bankside_worker", "");
      await notify(db, "bankside_transaction", "");
      return sum;
    },
  };
}
