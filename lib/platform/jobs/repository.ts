import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { jobs } from "#lib/platform/schema.ts";

/** SQL of the work that one worker at a time does for all. */
export function createJobRepository(db: Database) {
  const held = (name: string, until: Date) => and(eq(jobs.name, name), eq(jobs.leasedUntil, until));

  return {
    /** Takes a job that is due and nobody's until `until`; false when there is nothing to take. */
    async claim(name: string, now: Date, until: Date): Promise<boolean> {
      await db.insert(jobs).values({ name, dueAt: now }).onConflictDoNothing();
      const isFree = or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now));
      const claimed = await db
        .update(jobs)
        .set({ leasedUntil: until })
        .where(and(eq(jobs.name, name), lte(jobs.dueAt, now), isFree))
        .returning({ name: jobs.name });
      return claimed.length > 0;
    },

    /** Moves the end of a lease; false when it is somebody else's by now. */
    async renew(name: string, from: Date, until: Date): Promise<boolean> {
      const renewed = await db
        .update(jobs)
        .set({ leasedUntil: until })
        .where(held(name, from))
        .returning({ name: jobs.name });
      return renewed.length > 0;
    },

    /** Gives a job back, due again at `dueAt`; does nothing when it is somebody else's by now. */
    async release(name: string, until: Date, dueAt: Date): Promise<void> {
      await db.update(jobs).set({ leasedUntil: null, dueAt }).where(held(name, until));
    },

    async find(name: string): Promise<{ dueAt: Date; leasedUntil: Date | null } | undefined> {
      const [job] = await db
        .select({ dueAt: jobs.dueAt, leasedUntil: jobs.leasedUntil })
        .from(jobs)
        .where(eq(jobs.name, name));
      return job;
    },
  };
}
