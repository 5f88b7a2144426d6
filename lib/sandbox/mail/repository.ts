import { desc, eq, lt } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { sandboxMails } from "#lib/sandbox/model/schema.ts";

export type MailRow = typeof sandboxMails.$inferSelect;

export async function insert(db: Database, row: MailRow): Promise<void> {
  await db.insert(sandboxMails).values(row);
}

export function list(db: Database, recipientMac: string, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(sandboxMails)
    .where(eq(sandboxMails.recipientMac, recipientMac))
    .orderBy(desc(sandboxMails.createdAt), desc(sandboxMails.id))
    .limit(limit);
}

export function deleteOlder(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, sandboxMails, lt(sandboxMails.createdAt, before));
}
