import { eq } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { nextOrderNumber, sandboxApps } from "#lib/sandbox/model/schema.ts";

export type AppRow = typeof sandboxApps.$inferSelect;

export async function save(db: Database, row: AppRow): Promise<void> {
  const { id: _, createdAt: __, ...values } = row;
  await db
    .insert(sandboxApps)
    .values(row)
    .onConflictDoUpdate({ target: sandboxApps.id, set: values });
}

export async function find(db: Database, id: string): Promise<AppRow | undefined> {
  const [row] = await db.select().from(sandboxApps).where(eq(sandboxApps.id, id));
  return row;
}

export async function takeOrderNumber(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: nextOrderNumber })
    .from(sandboxApps)
    .where(eq(sandboxApps.id, id));
  return row?.number;
}
