import { parseMailbox } from "#lib/identity/model/person.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { digest, newId, randomToken } from "#lib/platform/values/ids.ts";
import { INVITATION_DAYS, invitationMail } from "./invitation-mail.ts";
import { demandOwner } from "./ownership.ts";
import * as repository from "./repository.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN = 20;
const TOKEN_BYTES = 32;

export type InvitationRequest = {
  accountId: string;
  email: string;
  role: Role;
  actor: Actor;
  text: MerchantText;
};

export type SendingDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "find" | "holdOpen">;
  sendMail: SendMail;
  canMail(): Promise<boolean>;
  limits: Pick<Limits, "take">;
  consoleUrl: string;
};

/** 32 random bytes, valid once within a week. Only digests are stored. */
export function createInvitationSending(deps: SendingDeps) {
  const { db, clock } = deps;

  /**
   * Earlier links stop working. Stores nothing if the mail fails.
   * @throws AppError `invalid_request` (email), `forbidden` unless `actor` is an owner at this moment, `already_member`,
   * `limit_reached`, `too_many_mails`, `mail_unavailable`, `account_closed`
   */
  async function invite(request: InvitationRequest): Promise<{ email: string }> {
    const wanted = { ...request, email: parseMailbox(request.email) };
    await db.transaction((tx) => demandRoom(tx, deps, wanted));
    await deps.limits.take("mail-account", wanted.accountId);
    await deps.limits.take("mail-user", wanted.actor);
    await deps.limits.take("mail-recipient", wanted.email);
    const token = randomToken(TOKEN_BYTES);
    await deps.sendMail(await writeMail(deps, wanted, token));
    await db.transaction(async (tx) => {
      await demandRoom(tx, deps, wanted);
      await keep(tx, clock.now(), wanted, token);
    });
    return { email: wanted.email };
  }

  return {
    invite,

    canMail: () => deps.canMail(),

    /** @throws AppError `not_found`, and the errors of `invite` */
    async sendAgain(
      request: Pick<InvitationRequest, "accountId" | "actor" | "text"> & { id: string },
    ): Promise<void> {
      const { id, ...rest } = request;
      const before = await repository.findUnansweredInvitation(db, rest.accountId, id);
      if (!before) throw new AppError("not_found");
      await invite({ ...rest, email: before.email, role: before.role });
    },

    /**
     * For the operator: works without mail and for accounts without members.
     * @throws AppError `invalid_request` (email), `not_found`, `already_member`, `limit_reached`, `account_closed`
     */
    async inviteByLink(
      request: Omit<InvitationRequest, "actor">,
    ): Promise<{ link: string; isMailed: boolean }> {
      const wanted = { ...request, actor: "operator", email: parseMailbox(request.email) } as const;
      const token = randomToken(TOKEN_BYTES);
      const mail = await writeMail(deps, wanted, token);
      await db.transaction(async (tx) => {
        await demandRoom(tx, deps, wanted);
        await keep(tx, clock.now(), wanted, token);
      });
      const mailing = async () => (await deps.canMail()) && deps.sendMail(mail).then(() => true);
      const isMailed = await mailing().catch(() => false);
      return { link: linkTo(deps.consoleUrl, token), isMailed };
    },
  };
}

type Wanted = Pick<InvitationRequest, "accountId" | "email" | "role" | "actor">;

async function demandRoom(
  tx: Database,
  { clock, accounts }: Pick<SendingDeps, "clock" | "accounts">,
  { accountId, email, actor }: Wanted,
): Promise<void> {
  await accounts.holdOpen(tx, accountId);
  // Also stops two owners from filling the last place at once.
  const all = await repository.lockAll(tx, accountId);
  if (actor !== "operator") demandOwner(all, actor);
  if (await repository.findByEmail(tx, accountId, email)) {
    throw new AppError("already_member");
  }
  const now = clock.now();
  const others = (await repository.listUnansweredInvitations(tx, accountId)).filter(
    (other) => other.email !== email && other.expiresAt > now,
  );
  if (others.length >= MAX_OPEN) throw new AppError("limit_reached");
}

async function keep(tx: Database, now: Date, wanted: Wanted, token: string): Promise<void> {
  const { accountId, email, role, actor } = wanted;
  const [replaced] = await repository.revokeInvitation(tx, accountId, { email }, now);
  const id = newId("inv");
  await repository.insertInvitation(tx, {
    id,
    accountId,
    email,
    role,
    digest: digest(token),
    invitedBy: actor,
    createdAt: now,
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    acceptedAt: null,
    revokedAt: null,
  });
  await recordAudit(tx, now, {
    accountId,
    actor,
    action: "member.invited",
    target: id,
    details: { role, ...(replaced ? { replaces: replaced.id } : {}) },
  });
}

async function writeMail(
  { db, accounts, consoleUrl }: SendingDeps,
  { accountId, actor, ...parts }: InvitationRequest,
  token: string,
) {
  const [account, all] = await Promise.all([
    accounts.find(accountId),
    repository.listMembers(db, accountId),
  ]);
  if (!account) throw new AppError("not_found", { detail: `There is no account ${accountId}` });
  const inviterName = all.find(({ member }) => member.userId === actor)?.name;
  const link = linkTo(consoleUrl, token);
  return invitationMail({ ...parts, accountName: account.name, inviterName, link });
}

function linkTo(consoleUrl: string, token: string): string {
  return `${consoleUrl}/invitation?${new URLSearchParams({ token })}`;
}
