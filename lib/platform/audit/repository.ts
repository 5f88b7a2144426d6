import { and, desc, eq, lt } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";

export type AuditRow = typeof auditEntries.$inferSelect;

export type AuditFilter = {
  accountId?: string | undefined;
  action?: string | undefined;
  before?: string | undefined;
  limit: number;
};

export async function insert(db: Database, row: AuditRow): Promise<void> {
  await db.insert(auditEntries).values(row);
}

export function list(
  db: Database,
  { accountId, action, before, limit }: AuditFilter,
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        accountId ? eq(auditEntries.accountId, accountId) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        before ? lt(auditEntries.id, before) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);
}
