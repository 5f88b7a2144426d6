import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "drizzle-orm";
import { feedEvents, feeds } from "#lib/payments/model/transfers.schema.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { notify } from "#lib/platform/db/notifications.ts";
import type { Feed } from "./feed.ts";

const isOf = ({ accountId, mode }: TransferOwner) =>
  and(eq(feeds.accountId, accountId), eq(feeds.mode, mode));

const isActive = isNull(feeds.retiredAt);

/** `undefined` if there is one for this IBAN. */
export async function insert(db: Database, row: Feed): Promise<Feed | undefined> {
  const [stored] = await db.insert(feeds).values(row).onConflictDoNothing().returning();
  if (stored) await notify(db, "bankside_worker", stored.id);
  return stored;
}

export async function find(db: Database, id: string): Promise<Feed | undefined> {
  const [row] = await db.select().from(feeds).where(eq(feeds.id, id));
  return row;
}

export function list(db: Database, owner: TransferOwner, limit: number): Promise<Feed[]> {
  return (
    db
      .select()
      .from(feeds)
      .where(isOf(owner))
      // The active ones first.
      .orderBy(desc(sql`${feeds.retiredAt} is null`), desc(feeds.id))
      .limit(limit)
  );
}

export async function countActive(db: Database, owner: TransferOwner): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(feeds)
    .where(and(isOf(owner), isActive));
  return row?.count ?? 0;
}

export async function setSecret(
  db: Database,
  accountId: string,
  id: string,
  sealedWebhookSecret: string,
): Promise<Feed | undefined> {
  const [row] = await db
    .update(feeds)
    .set({ sealedWebhookSecret })
    .where(and(eq(feeds.id, id), eq(feeds.accountId, accountId), isActive))
    .returning();
  return row;
}

export async function lock(tx: Database, accountId: string, id: string): Promise<Feed | undefined> {
  const isOwn = and(eq(feeds.id, id), eq(feeds.accountId, accountId), isActive);
  const [row] = await tx.select().from(feeds).where(isOwn).for("update");
  return row;
}

export async function setCredentials(
  tx: Database,
  id: string,
  values: Pick<Feed, "sealedCredentials"> &
    Partial<Pick<Feed, "nextReadAt" | "failures" | "lastError" | "lastErrorAt">>,
): Promise<void> {
  await tx.update(feeds).set(values).where(eq(feeds.id, id));
  await notify(tx, "bankside_worker", id);
}

/** Deletes its secrets. */
export async function retire(
  db: Database,
  accountId: string,
  id: string,
  now: Date,
): Promise<Feed | undefined> {
  const [row] = await db
    .update(feeds)
    .set({
      retiredAt: now,
      nextReadAt: null,
      leasedUntil: null,
      sealedCredentials: null,
      sealedWebhookSecret: null,
    })
    .where(and(eq(feeds.id, id), eq(feeds.accountId, accountId), isActive))
    .returning();
  return row;
}

export async function leaseDue(
  db: Database,
  now: Date,
  until: Date,
  limit: number,
): Promise<Feed[]> {
  const isFree = or(isNull(feeds.leasedUntil), lte(feeds.leasedUntil, now));
  const due = db
    .select({ id: feeds.id })
    .from(feeds)
    .where(and(lte(feeds.nextReadAt, now), isFree, isActive))
    .orderBy(asc(feeds.nextReadAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db.update(feeds).set({ leasedUntil: until }).where(inArray(feeds.id, due)).returning();
}

const held = (id: string, until: Date) =>
  and(eq(feeds.id, id), eq(feeds.leasedUntil, until), isActive);

/** False if another worker has the lease, or the feed was retired. */
export async function progress(
  db: Database,
  id: string,
  until: Date,
  values: Partial<Pick<Feed, "leasedUntil" | "readUntil" | "lastMoneyAt">>,
): Promise<boolean> {
  const rows = await db
    .update(feeds)
    .set(values)
    .where(held(id, until))
    .returning({ id: feeds.id });
  return rows.length > 0;
}

/** A webhook that came meanwhile is not forgotten. */
export async function finish(
  db: Database,
  id: string,
  until: Date,
  { now, usual, eager }: Record<"now" | "usual" | "eager", Date>,
): Promise<void> {
  const isEager = sql`${feeds.eagerUntil} > ${now.toISOString()}`;
  await db
    .update(feeds)
    .set({
      leasedUntil: null,
      nextReadAt: sql`case when ${isEager} then ${eager.toISOString()}::timestamptz else ${usual.toISOString()}::timestamptz end`,
      failures: 0,
      lastReadAt: now,
      lastError: null,
      lastErrorAt: null,
      silentAt: null,
    })
    .where(held(id, until));
}

export async function fail(
  db: Database,
  id: string,
  until: Date,
  values: Pick<Feed, "nextReadAt" | "failures" | "lastError" | "lastErrorAt" | "silentAt">,
): Promise<void> {
  await db
    .update(feeds)
    .set({ leasedUntil: null, ...values })
    .where(held(id, until));
}

export async function nextDueAt(db: Database): Promise<Date | undefined> {
  const dueAt = sql<Date>`greatest(${feeds.nextReadAt}, ${feeds.leasedUntil})`;
  const [row] = await db
    .select({ dueAt: dueAt.mapWith(feeds.nextReadAt) })
    .from(feeds)
    .where(and(isNotNull(feeds.nextReadAt), isActive))
    .orderBy(asc(dueAt))
    .limit(1);
  return row?.dueAt;
}

/** Once per event. Returns false for one that came before. */
export async function wake(
  db: Database,
  event: typeof feedEvents.$inferInsert,
  eagerUntil: Date,
): Promise<boolean> {
  const { feedId, createdAt: now } = event;
  const [stored] = await db
    .insert(feedEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ feedId: feedEvents.feedId });
  if (!stored) return false;
  await readSoon(db, feedId, { nextReadAt: now, eagerUntil });
  return true;
}

// A provider that works again says so by a webhook.
const PAUSE_MS = 60_000;

/** Not without consent, while a provider asks to wait, or right after another failure. */
export async function readSoon(
  db: Database,
  id: string,
  values: { nextReadAt: Date; eagerUntil?: Date },
): Promise<void> {
  const { nextReadAt, ...rest } = values;
  const now = nextReadAt.toISOString();
  const lately = new Date(nextReadAt.getTime() - PAUSE_MS).toISOString();
  const isPaused = sql`${feeds.failures} > 0 and (${feeds.lastError} = 'busy' or ${feeds.lastErrorAt} > ${lately})`;
  await db
    .update(feeds)
    .set({
      ...rest,
      nextReadAt: sql`case when ${isPaused} then ${feeds.nextReadAt} else ${now}::timestamptz end`,
    })
    .where(and(eq(feeds.id, id), isNotNull(feeds.nextReadAt), isActive));
  await notify(db, "bankside_worker", id);
}

export async function purgeEvents(db: Database, before: Date): Promise<number> {
  const rows = await db
    .delete(feedEvents)
    .where(lt(feedEvents.createdAt, before))
    .returning({ feedId: feedEvents.feedId });
  return rows.length;
}
