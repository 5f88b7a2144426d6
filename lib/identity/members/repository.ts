import { and, asc, desc, eq, gt, isNull, lt, or, type SQL } from "drizzle-orm";
import { invitations, members, users } from "#lib/identity/model/schema.ts";
import { accounts } from "#lib/merchants/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { deleteInParts } from "#lib/platform/db/in-parts.ts";

export type MemberRow = typeof members.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

const one = (accountId: string, userId: string): SQL | undefined =>
  and(eq(members.accountId, accountId), eq(members.userId, userId));

export async function insert(db: Database, row: MemberRow): Promise<void> {
  await db.insert(members).values(row);
}

export async function insertMissing(db: Database, row: MemberRow): Promise<boolean> {
  const rows = await db
    .insert(members)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: members.userId });
  return rows.length === 1;
}

export function listMapped(db: Database, userId: string): Promise<MemberRow[]> {
  return db
    .select()
    .from(members)
    .where(and(eq(members.userId, userId), members.isMapped));
}

export async function find(
  db: Database,
  accountId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(one(accountId, userId));
  return row;
}

export async function findByEmail(
  db: Database,
  accountId: string,
  email: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select({ member: members })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.accountId, accountId), eq(users.email, email)));
  return row?.member;
}

export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}

export function listAccounts(db: Database, userId: string) {
  return db
    .select({ account: accounts, role: members.role })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.accountId));
}

export function listMembers(db: Database, accountId: string) {
  return db
    .select({ member: members, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.accountId, accountId))
    .orderBy(asc(members.createdAt), asc(members.userId));
}

export function lockAll(db: Database, accountId: string): Promise<MemberRow[]> {
  return db
    .select()
    .from(members)
    .where(eq(members.accountId, accountId))
    .orderBy(asc(members.userId))
    .for("update");
}

export async function updateRole(
  db: Database,
  accountId: string,
  userId: string,
  role: MemberRow["role"],
): Promise<void> {
  await db.update(members).set({ role }).where(one(accountId, userId));
}

export async function remove(db: Database, accountId: string, userId: string): Promise<void> {
  await db.delete(members).where(one(accountId, userId));
}

const isUnanswered = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export async function insertInvitation(db: Database, row: InvitationRow): Promise<void> {
  await db.insert(invitations).values(row);
}

/** May have expired. */
export async function findInvitation(db: Database, digest: string) {
  const [row] = await db
    .select({ invitation: invitations, account: accounts })
    .from(invitations)
    .innerJoin(accounts, eq(accounts.id, invitations.accountId))
    .where(and(eq(invitations.digest, digest), isUnanswered));
  return row;
}

export async function lockInvitation(
  db: Database,
  digest: string,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.digest, digest), isUnanswered))
    .for("update");
  return row;
}

export async function findUnansweredInvitation(
  db: Database,
  accountId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.accountId, accountId), eq(invitations.id, id), isUnanswered));
  return row;
}

export async function isInvited(db: Database, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.email, email), isUnanswered, gt(invitations.expiresAt, now)))
    .limit(1);
  return rows.length > 0;
}

export function listUnansweredInvitations(
  db: Database,
  accountId: string,
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.accountId, accountId), isUnanswered))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
}

export async function acceptInvitation(db: Database, id: string, acceptedAt: Date): Promise<void> {
  await db.update(invitations).set({ acceptedAt }).where(eq(invitations.id, id));
}

export function revokeInvitation(
  db: Database,
  accountId: string,
  which: { id: string } | { email: string } | { invitedBy: string },
  revokedAt: Date,
): Promise<InvitationRow[]> {
  const column =
    "id" in which ? invitations.id : "email" in which ? invitations.email : invitations.invitedBy;
  const [value = ""] = Object.values(which);
  return db
    .update(invitations)
    .set({ revokedAt })
    .where(and(eq(invitations.accountId, accountId), eq(column, value), isUnanswered))
    .returning();
}

export function deleteEndedInvitations(db: Database, time: Date): Promise<number> {
  return deleteInParts(
    db,
    invitations,
    or(
      lt(invitations.expiresAt, time),
      lt(invitations.acceptedAt, time),
      lt(invitations.revokedAt, time),
    ),
  );
}
