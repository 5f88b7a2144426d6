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

type Membership = { accountId: string; userId: string; role: Role };
type RoleChange = Membership & { actor: Actor };
type Removal = { accountId: string; userId: string; actor: Actor };

export function createMemberService(deps: Deps) {
  const { db } = deps;
  return {
    ...createMappedRoles({
      ...deps,
      revokeInvitationsOf: (tx, member) => revokeInvitationsOf(deps, tx, member),
    }),

    accountsOf: (userId: string): Promise<{ account: Account; role: Role }[]> =>
      repository.listAccounts(db, userId),

    list: (accountId: string) => list(db, accountId),
    add: (tx: Database, member: Membership, actor: Actor) => add(deps, tx, member, actor),
    changeRole: (change: RoleChange) => changeRole(deps, change),
    remove: (removal: Removal) => remove(deps, removal),
  };
}

async function list(db: Database, accountId: string): Promise<Member[]> {
  const rows = await repository.listMembers(db, accountId);
  return rows.map(({ member, name, email }) => {
    const { userId, role, createdAt: joinedAt } = member;
    return { userId, name, email, role, joinedAt };
  });
}

/** @throws AppError `already_member` */
async function add({ clock }: Deps, tx: Database, member: Membership, actor: Actor): Promise<void> {
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
}

/** @throws AppError `not_found`, `forbidden` unless `actor` is an owner at this moment, `last_owner`, `account_closed` */
function changeRole(deps: Deps, { accountId, userId, role, actor }: RoleChange): Promise<void> {
  const { db, clock, accounts } = deps;
  return db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    const all = await repository.lockAll(tx, accountId);
    demandOwner(all, actor);
    const member = memberOf(all, userId);
    if (member.role === role) return;
    if (member.role === "owner") {
      demandOtherOwner(all, userId);
      await revokeInvitationsOf(deps, tx, member);
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
}

/**
 * Members may remove themselves. Works for closed accounts.
 * @throws AppError `not_found`, `forbidden`, `last_owner`
 */
function remove(deps: Deps, { accountId, userId, actor }: Removal): Promise<void> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    const all = await repository.lockAll(tx, accountId);
    const isLeaving = actor === userId;
    if (!isLeaving) demandOwner(all, actor);
    const member = memberOf(all, userId);
    if (member.role === "owner") demandOtherOwner(all, userId);
    await revokeInvitationsOf(deps, tx, member);
    await repository.remove(tx, accountId, userId);
    await recordAudit(tx, clock.now(), {
      accountId,
      actor,
      action: "member.removed",
      target: userId,
      details: { role: member.role, left: isLeaving },
    });
  });
}

/** Otherwise they would outlive the owner's role. */
async function revokeInvitationsOf(
  { clock }: Deps,
  tx: Database,
  { accountId, userId }: MemberRow,
) {
  await repository.revokeInvitation(tx, accountId, { invitedBy: userId }, clock.now());
}

function memberOf(all: MemberRow[], userId: string): MemberRow {
  const member = all.find((each) => each.userId === userId);
  if (!member) throw new AppError("not_found");
  return member;
}
