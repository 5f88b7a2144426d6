import { and, asc, eq, isNull, lte, or } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { jobs } from "#lib/platform/db/schema.ts";

const held = (name: string, until: Date) => and(eq(jobs.name, name), eq(jobs.leasedUntil, until));

export async function lease(db: Database, name: string, now: Date, until: Date): Promise<boolean> {
  await db.insert(jobs).values({ name, dueAt: now }).onConflictDoNothing();
  const isFree = or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, now));
  const leased = await db
    .update(jobs)
    .set({ leasedUntil: until })
    .where(and(eq(jobs.name, name), lte(jobs.dueAt, now), isFree))
    .returning({ name: jobs.name });
  return leased.length > 0;
}

export async function renew(db: Database, name: string, from: Date, until: Date): Promise<boolean> {
  const renewed = await db
    .update(jobs)
    .set({ leasedUntil: until })
    .where(held(name, from))
    .returning({ name: jobs.name });
  return renewed.length > 0;
}

export async function release(
  db: Database,
  name: string,
  until: Date,
  values: { dueAt: Date; lastRunAt?: Date; failedSteps?: number; lastFailedAt?: Date },
): Promise<void> {
  await db
    .update(jobs)
    .set({ leasedUntil: null, ...values })
    .where(held(name, until));
}

export async function find(
  db: Database,
  name: string,
): Promise<{ dueAt: Date; leasedUntil: Date | null } | undefined> {
  const [job] = await db
    .select({ dueAt: jobs.dueAt, leasedUntil: jobs.leasedUntil })
    .from(jobs)
    .where(eq(jobs.name, name));
  return job;
}

export type JobState = typeof jobs.$inferSelect;

export function list(db: Database): Promise<JobState[]> {
  return db.select().from(jobs).orderBy(asc(jobs.name));
}
