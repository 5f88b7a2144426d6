import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { emailLinks, users } from "#lib/identity/model/schema.ts";
import type { UserRow } from "#lib/identity/model/user.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";
import { lockName } from "#lib/platform/db/name-lock.ts";

export type EmailLinkRow = typeof emailLinks.$inferSelect;
export type LinkPurpose = EmailLinkRow["purpose"];

export function listNames(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]));
}

export async function find(db: Database, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

export async function findByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

export async function insert(db: Database, row: UserRow): Promise<boolean> {
  const rows = await db
    .insert(users)
    .values(row)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return rows.length === 1;
}

export async function update(
  db: Database,
  id: string,
  values: Partial<Pick<UserRow, "name" | "passwordHash" | "passwordChangedAt">>,
): Promise<void> {
  await db.update(users).set(values).where(eq(users.id, id));
}

export async function replaceHash(
  db: Database,
  { id, passwordHash }: Pick<UserRow, "id" | "passwordHash">,
  values: Partial<Pick<UserRow, "passwordHash" | "passwordChangedAt">>,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set(values)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return rows.length === 1;
}

const isOpen = (digest: string, purpose: LinkPurpose, now: Date) =>
  and(
    eq(emailLinks.digest, digest),
    eq(emailLinks.purpose, purpose),
    isNull(emailLinks.usedAt),
    gt(emailLinks.expiresAt, now),
  );

export async function serialiseEmailLinks(db: Database, email: string): Promise<void> {
  await lockName(db, `email-links:${email}`);
}

export async function insertEmailLink(db: Database, row: EmailLinkRow): Promise<void> {
  await db.insert(emailLinks).values(row);
}

export async function findOpenEmailLink(
  db: Database,
  digest: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<EmailLinkRow | undefined> {
  const [row] = await db
    .select()
    .from(emailLinks)
    .where(isOpen(digest, purpose, now));
  return row;
}

export async function takeEmailLink(
  db: Database,
  digest: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<EmailLinkRow | undefined> {
  const [row] = await db
    .update(emailLinks)
    .set({ usedAt: now })
    .where(isOpen(digest, purpose, now))
    .returning();
  return row;
}

export async function closeEmailLinks(
  db: Database,
  email: string,
  purpose: LinkPurpose,
  usedAt: Date,
): Promise<void> {
  await db
    .update(emailLinks)
    .set({ usedAt })
    .where(
      and(eq(emailLinks.email, email), eq(emailLinks.purpose, purpose), isNull(emailLinks.usedAt)),
    );
}

export function deleteExpiredEmailLinks(db: Database, before: Date): Promise<number> {
  return deleteInParts(db, emailLinks, lt(emailLinks.expiresAt, before));
}
