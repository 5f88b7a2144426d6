import type { Account } from "#lib/accounts/account.ts";
import { type Actor, recordAudit } from "#lib/audit/log.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { createMemberRepository } from "./repository.ts";
import type { Role } from "./roles.ts";

export type MemberService = ReturnType<typeof createMemberService>;

/** Who belongs to an account, and in which role. */
export function createMemberService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createMemberRepository(db);

  return {
    /** The accounts a user belongs to, the oldest membership first. */
    accountsOf: (userId: string): Promise<{ account: Account; role: Role }[]> =>
      repository.listAccounts(userId),

    /** Makes a user a member, in the caller's open database transaction. */
    async add(
      tx: Database,
      member: { accountId: string; userId: string; role: Role },
      actor: Actor,
    ): Promise<void> {
      const createdAt = clock.now();
      await createMemberRepository(tx).insert({ ...member, createdAt });
      await recordAudit(tx, createdAt, {
        accountId: member.accountId,
        actor,
        action: "member.joined",
        target: member.userId,
        details: { role: member.role },
      });
    },
  };
}
