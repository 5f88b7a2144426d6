import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { type AcceptanceDeps, createAcceptance } from "./acceptance.ts";
import { demandOwner } from "./ownership.ts";
import type { InvitationRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { createInvitationSending, type SendingDeps } from "./sending.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export type Invitation = Pick<
  InvitationRow,
  "id" | "email" | "role" | "createdAt" | "expiresAt"
> & {
  isExpired: boolean;
};

export type InvitationService = ReturnType<typeof createInvitationService>;

export function createInvitationService(deps: SendingDeps & AcceptanceDeps) {
  const { db, clock } = deps;

  return {
    ...createInvitationSending(deps),
    ...createAcceptance(deps),

    /** @throws AppError `not_found`, `forbidden` unless `actor` is an owner at this moment */
    revoke(request: { accountId: string; id: string; actor: Actor }): Promise<void> {
      const { accountId, id, actor } = request;
      return db.transaction(async (tx) => {
        demandOwner(await repository.lockAll(tx, accountId), actor);
        const now = clock.now();
        const [revoked] = await repository.revokeInvitation(tx, accountId, { id }, now);
        if (!revoked) throw new AppError("not_found");
        await recordAudit(tx, now, {
          accountId,
          actor,
          action: "member.invitation_revoked",
          target: id,
          details: { role: revoked.role },
        });
      });
    },

    isInvited: (email: string): Promise<boolean> => repository.isInvited(db, email, clock.now()),

    async list(accountId: string): Promise<Invitation[]> {
      const now = clock.now();
      const rows = await repository.listUnansweredInvitations(db, accountId);
      return rows.map(({ id, email, role, createdAt, expiresAt }) => {
        return { id, email, role, createdAt, expiresAt, isExpired: expiresAt <= now };
      });
    },

    /** Deletes what ended a month ago. */
    purge: (): Promise<number> =>
      repository.deleteEndedInvitations(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
}
