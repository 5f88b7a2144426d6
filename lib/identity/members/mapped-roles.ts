import type { Role } from "#lib/identity/model/roles.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { hasOtherOwner } from "./ownership.ts";
import type { MemberRow } from "./repository.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  logger: Pick<Logger, "warn">;
  revokeInvitationsOf(tx: Database, member: MemberRow): Promise<void>;
};

type Change = { accountId: string; userId: string; role: Role | undefined };

export function createMappedRoles({ db, clock, accounts, logger, ...deps }: Deps) {
  const audit = (tx: Database, change: Change, action: AuditAction, details: object) =>
    recordAudit(tx, clock.now(), {
      accountId: change.accountId,
      actor: "system",
      action,
      target: change.userId,
      details: { ...details, source: "OIDC_ROLES" },
    });

  async function add(tx: Database, change: Change & { role: Role }): Promise<void> {
    const row = { ...change, isMapped: true, createdAt: clock.now() };
    const isNew = await repository.insertMissing(tx, row);
    if (isNew) await audit(tx, change, "member.joined", { role: change.role });
  }

  async function update(tx: Database, change: Change, member: MemberRow): Promise<void> {
    const { accountId, userId, role } = change;
    if (member.role === "owner" || !role) await deps.revokeInvitationsOf(tx, member);
    if (role) {
      await repository.updateRole(tx, accountId, userId, role);
      await audit(tx, change, "member.role_changed", { from: member.role, to: role });
    } else {
      await repository.remove(tx, accountId, userId);
      await audit(tx, change, "member.removed", { role: member.role });
    }
  }

  async function sync(tx: Database, change: Change): Promise<void> {
    const { accountId, userId, role } = change;
    if (role) await accounts.holdOpen(tx, accountId);
    const all = await repository.lockAll(tx, accountId);
    const member = all.find((each) => each.userId === userId);
    if (!member) return role && add(tx, { ...change, role });
    if (!member.isMapped || member.role === role) return;
    if (member.role === "owner" && !hasOtherOwner(all, userId)) {
      logger.warn({ accountId, userId }, "OIDC_ROLES would remove the account's last owner");
      return;
    }
    await update(tx, change, member);
  }

  return {
    /** Skips closed and unknown accounts. */
    async syncMapped(userId: string, roles: ReadonlyMap<string, Role>): Promise<void> {
      const mapped = await repository.listMapped(db, userId);
      const accountIds = new Set([...roles.keys(), ...mapped.map(({ accountId }) => accountId)]);
      for (const accountId of accountIds) {
        const change = { accountId, userId, role: roles.get(accountId) };
        try {
          await db.transaction((tx) => sync(tx, change));
        } catch (error) {
          if (!isAppError(error) || error.code !== "account_closed") throw error;
          logger.warn({ accountId }, "OIDC_ROLES names an account that is closed or unknown");
        }
      }
    },
  };
}
