import { and, asc, eq, isNull, like, lte, or, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import { jobs } from "#lib/platform/db/schema.ts";

export type Notice = { accountId: string; endpointId: string; userId?: string | undefined };

export type HeldNotice = Notice & { leasedUntil: Date };

const PREFIX = "webhook-notice";

// A notice is a job row, deleted when done.

const isNotice = like(jobs.name, `${PREFIX}:%`);

const isHeld = ({ leasedUntil, ...notice }: HeldNotice) =>
  and(eq(jobs.name, nameOf(notice)), eq(jobs.leasedUntil, leasedUntil));

/** Wakes the workers on commit. */
export async function insert(db: Database, notice: Notice, dueAt: Date): Promise<void> {
  const due = { dueAt, leasedUntil: null };
  await db
    .insert(jobs)
    .values({ name: nameOf(notice), ...due })
    .onConflictDoUpdate({ target: jobs.name, set: due });
  await notify(db, "bankside_worker", notice.endpointId);
}

export async function leaseDue(
  db: Database,
  now: Date,
  leasedUntil: Date,
): Promise<HeldNotice | undefined> {
  const due = db
    .select({ name: jobs.name })
    .from(jobs)
    .where(
      and(isNotice, lte(jobs.dueAt, now), or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now))),
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
}

export async function postpone(db: Database, held: HeldNotice, dueAt: Date): Promise<void> {
  await db.update(jobs).set({ dueAt, leasedUntil: null }).where(isHeld(held));
}

export async function remove(db: Database, held: HeldNotice): Promise<boolean> {
  const rows = await db.delete(jobs).where(isHeld(held)).returning({ name: jobs.name });
  return rows.length > 0;
}

export async function nextDueAt(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({
      at: sql<Date | null>`min(greatest(${jobs.dueAt}, ${jobs.leasedUntil}))`.mapWith(jobs.dueAt),
    })
    .from(jobs)
    .where(isNotice);
  return row?.at ?? undefined;
}

function nameOf({ accountId, endpointId, userId }: Notice): string {
  return [PREFIX, accountId, endpointId, ...(userId ? [userId] : [])].join(":");
}
