import { and, asc, desc, eq, isNull, lt, or, type SQL } from "drizzle-orm";
import { invitations, members, users } from "#lib/identity/schema.ts";
import { accounts } from "#lib/merchants/schema.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type MemberRow = typeof members.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

export function createMemberRepository(db: Database) {
  const one = (accountId: string, userId: string): SQL | undefined =>
    and(eq(members.accountId, accountId), eq(members.userId, userId));

  return {
    async insert(row: MemberRow): Promise<void> {
      await db.insert(members).values(row);
    },

    async find(accountId: string, userId: string): Promise<MemberRow | undefined> {
      const [row] = await db.select().from(members).where(one(accountId, userId));
      return row;
    },

    async findByEmail(accountId: string, email: string): Promise<MemberRow | undefined> {
      const [row] = await db
        .select({ member: members })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(and(eq(members.accountId, accountId), eq(users.email, email)));
      return row?.member;
    },

    /** Serialises adding the user's accounts until the database transaction ends. */
    async lockUser(userId: string): Promise<void> {
      await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    },

    /** Oldest membership first. */
    listAccounts(userId: string) {
      return db
        .select({ account: accounts, role: members.role })
        .from(members)
        .innerJoin(accounts, eq(accounts.id, members.accountId))
        .where(eq(members.userId, userId))
        .orderBy(asc(members.createdAt), asc(members.accountId));
    },

    /** Oldest membership first. */
    listMembers(accountId: string) {
      return db
        .select({ member: members, name: users.name, email: users.email })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(eq(members.accountId, accountId))
        .orderBy(asc(members.createdAt), asc(members.userId));
    },

    lockAll(accountId: string): Promise<MemberRow[]> {
      return db
        .select()
        .from(members)
        .where(eq(members.accountId, accountId))
        .orderBy(asc(members.userId))
        .for("update");
    },

    async updateRole(accountId: string, userId: string, role: MemberRow["role"]): Promise<void> {
      await db.update(members).set({ role }).where(one(accountId, userId));
    },

    async delete(accountId: string, userId: string): Promise<void> {
      await db.delete(members).where(one(accountId, userId));
    },
  };
}

export function createInvitationRepository(db: Database) {
  const isUnanswered = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

  return {
    async insert(row: InvitationRow): Promise<void> {
      await db.insert(invitations).values(row);
    },

    /** May have expired. */
    async findByDigest(digest: string) {
      const [row] = await db
        .select({ invitation: invitations, account: accounts })
        .from(invitations)
        .innerJoin(accounts, eq(accounts.id, invitations.accountId))
        .where(and(eq(invitations.digest, digest), isUnanswered));
      return row;
    },

    async lockByDigest(digest: string): Promise<InvitationRow | undefined> {
      const [row] = await db
        .select()
        .from(invitations)
        .where(and(eq(invitations.digest, digest), isUnanswered))
        .for("update");
      return row;
    },

    async findUnanswered(accountId: string, id: string): Promise<InvitationRow | undefined> {
      const [row] = await db
        .select()
        .from(invitations)
        .where(and(eq(invitations.accountId, accountId), eq(invitations.id, id), isUnanswered));
      return row;
    },

    /** Newest first, including expired ones. */
    listUnanswered(accountId: string): Promise<InvitationRow[]> {
      return db
        .select()
        .from(invitations)
        .where(and(eq(invitations.accountId, accountId), isUnanswered))
        .orderBy(desc(invitations.createdAt), desc(invitations.id));
    },

    async markAccepted(id: string, acceptedAt: Date): Promise<void> {
      await db.update(invitations).set({ acceptedAt }).where(eq(invitations.id, id));
    },

    /** Returns the revoked invitations. */
    revoke(
      accountId: string,
      which: { id: string } | { email: string } | { invitedBy: string },
      revokedAt: Date,
    ): Promise<InvitationRow[]> {
      const column =
        "id" in which
          ? invitations.id
          : "email" in which
            ? invitations.email
            : invitations.invitedBy;
      const [value = ""] = Object.values(which);
      return db
        .update(invitations)
        .set({ revokedAt })
        .where(and(eq(invitations.accountId, accountId), eq(column, value), isUnanswered))
        .returning();
    },

    async deleteEnded(time: Date): Promise<number> {
      const rows = await db
        .delete(invitations)
        .where(
          or(
            lt(invitations.expiresAt, time),
            lt(invitations.acceptedAt, time),
            lt(invitations.revokedAt, time),
          ),
        )
        .returning({ id: invitations.id });
      return rows.length;
    },
  };
}
