import { and, asc, eq, isNull, like, lte, or, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { jobs } from "#lib/platform/schema.ts";

/** A mail that is still to be sent: that an endpoint was disabled. Without `userId` its readers are yet to be found. */
export type Notice = { accountId: string; endpointId: string; userId?: string | undefined };

/** A notice that one worker works on until `leasedUntil`. */
export type HeldNotice = Notice & { leasedUntil: Date };

const PREFIX = "webhook-notice";

/** SQL of notices. Each is a piece of work of its own in the table of jobs, gone once it is done. */
export function createNoticeRepository(db: Database) {
  const isNotice = like(jobs.name, `${PREFIX}:%`);
  const isHeld = ({ leasedUntil, ...notice }: HeldNotice) =>
    and(eq(jobs.name, nameOf(notice)), eq(jobs.leasedUntil, leasedUntil));

  return {
    /** Adds a notice that is due at `dueAt` and wakes the workers when the database transaction commits. */
    async insert(notice: Notice, dueAt: Date): Promise<void> {
      const due = { dueAt, leasedUntil: null };
      await db
        .insert(jobs)
        .values({ name: nameOf(notice), ...due })
        .onConflictDoUpdate({ target: jobs.name, set: due });
      await notify(db, "bankside_worker", notice.endpointId);
    },

    /** Takes the notice that is due longest and holds it until `leasedUntil`. */
    async leaseDue(now: Date, leasedUntil: Date): Promise<HeldNotice | undefined> {
      const due = db
        .select({ name: jobs.name })
        .from(jobs)
        .where(
          and(
            isNotice,
            lte(jobs.dueAt, now),
            or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now)),
          ),
        )
        .orderBy(asc(jobs.dueAt), asc(jobs.name))
        .limit(1)
        .for("update", { skipLocked: true });
      const [row] = await db
        .update(jobs)
        .set({ leasedUntil })
        .where(sql`${jobs.name} = ${due}`)
        .returning({ name: jobs.name });
      if (!row) return undefined;
      const [, accountId = "", endpointId = "", userId] = row.name.split(":");
      return { accountId, endpointId, userId, leasedUntil };
    },

    /** Puts a notice off, if the lease that `held` knows is still the valid one. */
    async postpone(held: HeldNotice, dueAt: Date): Promise<void> {
      await db.update(jobs).set({ dueAt, leasedUntil: null }).where(isHeld(held));
    },

    /** Removes a notice, and answers whether the lease that `held` knows was still the valid one. */
    async remove(held: HeldNotice): Promise<boolean> {
      const rows = await db.delete(jobs).where(isHeld(held)).returning({ name: jobs.name });
      return rows.length > 0;
    },

    /** When the next notice can be leased. */
    async nextDueAt(): Promise<Date | undefined> {
      const [row] = await db
        .select({
          at: sql<Date | null>`min(greatest(${jobs.dueAt}, ${jobs.leasedUntil}))`.mapWith(
            jobs.dueAt,
          ),
        })
        .from(jobs)
        .where(isNotice);
      return row?.at ?? undefined;
    },
  };
}

function nameOf({ accountId, endpointId, userId }: Notice): string {
  return [PREFIX, accountId, endpointId, ...(userId ? [userId] : [])].join(":");
}
