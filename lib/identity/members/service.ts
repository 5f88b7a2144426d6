import type { Role } from "#lib/identity/model/roles.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createMappedRoles } from "./mapped-roles.ts";
import { demandOtherOwner, demandOwner } from "./ownership.ts";
import type { MemberRow } from "./repository.ts";
import * as repository from "./repository.ts";

export type Member = { userId: string; name: string; email: string; role: Role; joinedAt: Date };

export type MemberService = ReturnType<typeof createMemberService>;

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  logger: Pick<Logger, "warn">;
};

export function createMemberService({ db, clock, accounts, logger }: Deps) {
  /** Otherwise they would outlive the owner's role. */
  async function revokeInvitationsOf(tx: Database, { accountId, userId }: MemberRow) {
    await repository.revokeInvitation(tx, accountId, { invitedBy: userId }, clock.now());
  }

  return {
    ...createMappedRoles({ db, clock, accounts, logger, revokeInvitationsOf }),

    /** Oldest membership first. */
    accountsOf: (userId: string): Promise<{ account: Account; role: Role }[]> =>
      repository.listAccounts(db, userId),

    /** Oldest first. */
    async list(accountId: string): Promise<Member[]> {
      const rows = await repository.listMembers(db, accountId);
      return rows.map(({ member, name, email }) => {
        const { userId, role, createdAt: joinedAt } = member;
        return { userId, name, email, role, joinedAt };
      });
    },

    /** @throws AppError `already_member` */
    async add(
      tx: Database,
      member: { accountId: string; userId: string; role: Role },
      actor: Actor,
    ): Promise<void> {
      const createdAt = clock.now();
      if (await repository.find(tx, member.accountId, member.userId)) {
        throw new AppError("already_member");
      }
      await repository.insert(tx, { ...member, isMapped: false, createdAt });
      await recordAudit(tx, createdAt, {
        accountId: member.accountId,
        actor,
        action: "member.joined",
        target: member.userId,
        details: { role: member.role },
      });
    },

    /** @throws AppError `not_found`, `forbidden` unless `actor` is an owner at this moment, `last_owner`, `account_closed` */
    changeRole(change: {
      accountId: string;
      userId: string;
      role: Role;
      actor: Actor;
    }): Promise<void> {
      const { accountId, userId, role, actor } = change;
      return db.transaction(async (tx) => {
        await accounts.holdOpen(tx, accountId);
        const all = await repository.lockAll(tx, accountId);
        demandOwner(all, actor);
        const member = memberOf(all, userId);
        if (member.role === role) return;
        if (member.role === "owner") {
          demandOtherOwner(all, userId);
          await revokeInvitationsOf(tx, member);
        }
        await repository.updateRole(tx, accountId, userId, role);
        await recordAudit(tx, clock.now(), {
          accountId,
          actor,
          action: "member.role_changed",
          target: userId,
          details: { from: member.role, to: role },
        });
      });
    },

    /**
     * Members may remove themselves. Also revokes the member's invitations. Works for closed accounts.
     * @throws AppError `not_found`, `forbidden`, `last_owner`
     */
    remove(removal: { accountId: string; userId: string; actor: Actor }): Promise<void> {
      const { accountId, userId, actor } = removal;
      return db.transaction(async (tx) => {
        const all = await repository.lockAll(tx, accountId);
        const isLeaving = actor === userId;
        if (!isLeaving) demandOwner(all, actor);
        const member = memberOf(all, userId);
        if (member.role === "owner") demandOtherOwner(all, userId);
        await revokeInvitationsOf(tx, member);
        await repository.remove(tx, accountId, userId);
        await recordAudit(tx, clock.now(), {
          accountId,
          actor,
          action: "member.removed",
          target: userId,
          details: { role: member.role, left: isLeaving },
        });
      });
    },
  };
}

function memberOf(all: MemberRow[], userId: string): MemberRow {
  const member = all.find((each) => each.userId === userId);
  if (!member) throw new AppError("not_found");
  return member;
}
