import { and, desc, eq, lt, lte } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { sandboxWebhooks } from "#lib/sandbox/model/schema.ts";

export type WebhookRow = typeof sandboxWebhooks.$inferSelect;

export async function insert(db: Database, row: WebhookRow, kept: number): Promise<void> {
  const isOwn = eq(sandboxWebhooks.accountId, row.accountId);
  await db.transaction(async (tx) => {
    await tx.insert(sandboxWebhooks).values(row);
    const [oldest] = await tx
      .select({ id: sandboxWebhooks.id })
      .from(sandboxWebhooks)
      .where(isOwn)
      .orderBy(desc(sandboxWebhooks.id))
      .offset(kept)
      .limit(1);
    if (oldest) {
      await tx.delete(sandboxWebhooks).where(and(isOwn, lte(sandboxWebhooks.id, oldest.id)));
    }
  });
}

export function list(db: Database, accountId: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(sandboxWebhooks)
    .where(eq(sandboxWebhooks.accountId, accountId))
    .orderBy(desc(sandboxWebhooks.id));
}

export async function findNewestId(db: Database, accountId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: sandboxWebhooks.id })
    .from(sandboxWebhooks)
    .where(eq(sandboxWebhooks.accountId, accountId))
    .orderBy(desc(sandboxWebhooks.id))
    .limit(1);
  return row?.id;
}

export function deleteOlder(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, sandboxWebhooks, lt(sandboxWebhooks.receivedAt, before));
}
