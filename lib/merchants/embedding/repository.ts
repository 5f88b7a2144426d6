import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { embedRefusals } from "#lib/merchants/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";

export type EmbedRefusal = typeof embedRefusals.$inferSelect;

export async function add(db: Database, refusal: EmbedRefusal): Promise<void> {
  await db
    .insert(embedRefusals)
    .values(refusal)
    .onConflictDoUpdate({
      target: [embedRefusals.accountId, embedRefusals.origin],
      set: {
        count: sql`least(${embedRefusals.count}::bigint + ${refusal.count}, 2000000000)`,
        reference: refusal.reference,
        lastAt: refusal.lastAt,
      },
    });
}

/** Keeps the latest and the most frequent, so that strangers can't displace all. */
export async function trim(
  db: Database,
  accountId: string,
  { latest, most }: { latest: number; most: number },
) {
  const isOwn = eq(embedRefusals.accountId, accountId);
  const newest = db
    .select({ origin: embedRefusals.origin })
    .from(embedRefusals)
    .where(isOwn)
    .orderBy(desc(embedRefusals.lastAt), desc(embedRefusals.origin))
    .limit(latest);
  const frequent = db
    .select({ origin: embedRefusals.origin })
    .from(embedRefusals)
    .where(and(isOwn, notInArray(embedRefusals.origin, newest)))
    .orderBy(desc(embedRefusals.count), desc(embedRefusals.lastAt), desc(embedRefusals.origin))
    .limit(most);
  const isKept = [newest, frequent].map((kept) => notInArray(embedRefusals.origin, kept));
  await db.delete(embedRefusals).where(and(isOwn, ...isKept));
}

export function list(db: Database, accountId: string): Promise<EmbedRefusal[]> {
  return db
    .select()
    .from(embedRefusals)
    .where(eq(embedRefusals.accountId, accountId))
    .orderBy(desc(embedRefusals.lastAt), embedRefusals.origin);
}
