import { and, asc, eq, gte, lte, min, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/database.ts";
import type { LetterReason, LetterState } from "#lib/webhooks/model/letter.ts";
import { letterItems, letters } from "#lib/webhooks/model/letters.schema.ts";
import type { Letter, LetterKey } from "./letter.ts";

const isQueued = eq(letters.state, "queued");

/** Those that are there already stay as they are. Returns the ids of the new ones. */
export async function insert(db: Database, rows: (typeof letters.$inferInsert)[]) {
  if (rows.length === 0) return [];
  const added = await db
    .insert(letters)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: letters.id });
  return added.map(({ id }) => id);
}

/** `false` if a note of its kind has the item. */
export async function insertItem(db: Database, row: typeof letterItems.$inferInsert) {
  const rows = await db
    .insert(letterItems)
    .values(row)
    .onConflictDoNothing()
    .returning({ itemId: letterItems.itemId });
  return rows.length > 0;
}

/** Counts an attempt, so that a letter that ends its worker is given up, too. */
export async function leaseDue(db: Database, now: Date, until: Date): Promise<Letter | undefined> {
  const due = db
    .select({ id: letters.id })
    .from(letters)
    .where(and(isQueued, lte(letters.nextAt, now)))
    .orderBy(asc(letters.nextAt), asc(letters.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(letters)
    .set({ nextAt: until, attempts: sql`${letters.attempts} + 1` })
    .where(sql`${letters.id} = ${due}`)
    .returning();
  return row;
}

const isHeld = ({ id, nextAt }: Letter) =>
  and(eq(letters.id, id), isQueued, nextAt === null ? undefined : eq(letters.nextAt, nextAt));

export async function postpone(db: Database, held: Letter, nextAt: Date): Promise<void> {
  await db.update(letters).set({ nextAt }).where(isHeld(held));
}

/** While a mail server is down, the others need no attempt. Leaves out those that a worker sends. */
export async function postponeDue(db: Database, now: Date, nextAt: Date): Promise<void> {
  await db
    .update(letters)
    .set({ nextAt })
    .where(and(isQueued, lte(letters.nextAt, now)));
}

type End = { state: Exclude<LetterState, "queued">; reason: LetterReason | null; endedAt: Date };

export async function end(db: Database, held: Letter, values: End): Promise<void> {
  await db
    .update(letters)
    .set({ ...values, nextAt: null })
    .where(isHeld(held));
}

const isToReader = (key: Omit<LetterKey, "subject">) =>
  and(
    eq(letters.accountId, key.accountId),
    eq(letters.mode, key.mode),
    eq(letters.kind, key.kind),
    eq(letters.recipient, key.recipient),
  );

const isSame = (key: LetterKey) => and(isToReader(key), eq(letters.subject, key.subject));

/** Unless a worker sends it right now. */
export async function skip(
  db: Database,
  key: LetterKey,
  now: Date,
  reason: LetterReason,
): Promise<void> {
  await db
    .update(letters)
    .set({ state: "skipped", reason, nextAt: null, endedAt: now })
    .where(and(isSame(key), isQueued, lte(letters.nextAt, now)));
}

/** Whether the recipient got one about the same or a later day. */
export async function hasSince(db: Database, key: LetterKey): Promise<boolean> {
  const isSince = and(isToReader(key), gte(letters.subject, key.subject));
  return (await db.$count(letters, isSince)) > 0;
}

export async function nextDueAt(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: min(letters.nextAt) })
    .from(letters)
    .where(isQueued);
  return row?.at ?? undefined;
}
