import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#lib/db/client.ts";
import { members } from "#lib/db/console-schema.ts";
import { accounts } from "#lib/db/schema.ts";

export type MemberRow = typeof members.$inferSelect;

/** SQL of who belongs to which account. */
export function createMemberRepository(db: Database) {
  return {
    async insert(row: MemberRow): Promise<void> {
      await db.insert(members).values(row);
    },

    async find(accountId: string, userId: string): Promise<MemberRow | undefined> {
      const [row] = await db
        .select()
        .from(members)
        .where(and(eq(members.accountId, accountId), eq(members.userId, userId)));
      return row;
    },

    /** The accounts a user belongs to, the oldest membership first. */
    listAccounts(userId: string) {
      return db
        .select({ account: accounts, role: members.role })
        .from(members)
        .innerJoin(accounts, eq(accounts.id, members.accountId))
        .where(eq(members.userId, userId))
        .orderBy(asc(members.createdAt), asc(members.accountId));
    },
  };
}
