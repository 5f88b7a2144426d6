import type { NewUser } from "#lib/identity/model/person.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import type { UserId } from "#lib/identity/model/user.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { digest } from "#lib/platform/values/ids.ts";
import type { InvitationRow } from "./repository.ts";
import * as repository from "./repository.ts";
import type { MemberService } from "./service.ts";

export type OpenInvitation = { accountId: string; accountName: string; email: string; role: Role };

export type InvitedPerson = { email: string; name: string; password: string };

type TypedIn = { token: string; name: string; password: string };
type Joined = { userId: UserId; accountId: string };

export type AcceptanceDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  members: Pick<MemberService, "add">;
  users: {
    findByEmail(email: string): Promise<object | undefined>;
    prepareInvited(person: InvitedPerson): Promise<NewUser>;
    createFromInvitation(tx: Database, person: NewUser): Promise<{ userId: UserId }>;
  };
  limits: Pick<Limits, "take">;
  isOidcOnly: boolean;
};

/** Holding the link proves the mailbox. */
export function createAcceptance({ db, clock, accounts, members, ...deps }: AcceptanceDeps) {
  const { users, limits } = deps;

  function admit<U extends { userId: UserId }>(
    token: string,
    identify: (tx: Database, invitation: InvitationRow) => Promise<U>,
  ): Promise<U & { accountId: string }> {
    return db.transaction(async (tx) => {
      const invitation = await repository.lockInvitation(tx, digest(token));
      const now = clock.now();
      if (!invitation || invitation.expiresAt <= now) throw new AppError("email_link_not_valid");
      const { id, accountId, role } = invitation;
      await accounts.holdOpen(tx, accountId);
      const user = await identify(tx, invitation);
      await members.add(tx, { accountId, userId: user.userId, role }, user.userId);
      await repository.acceptInvitation(tx, id, now);
      return { ...user, accountId };
    });
  }

  const find = async (token: string): Promise<OpenInvitation | undefined> => {
    const found = await repository.findInvitation(db, digest(token));
    if (!found || found.account.closedAt || found.invitation.expiresAt <= clock.now()) {
      return undefined;
    }
    const { invitation, account } = found;
    const { email, role } = invitation;
    return { accountId: account.id, accountName: account.name, email, role };
  };

  /** @throws AppError `oidc_only`, `invalid_request` (also if the user exists), `email_link_not_valid`, `too_many_tries`, `account_closed` */
  const acceptAsNew = async ({ token, ...typed }: TypedIn): Promise<Joined> => {
    if (deps.isOidcOnly) throw new AppError("oidc_only");
    const invitation = await find(token);
    if (!invitation) throw new AppError("email_link_not_valid");
    await limits.take("link", token);
    const { email } = invitation;
    if (await users.findByEmail(email)) throw invalidField("email", "email_known");
    const person = await users.prepareInvited({ email, ...typed });
    return admit(token, (tx) => users.createFromInvitation(tx, person));
  };

  return {
    find,
    acceptAsNew,

    /**
     * @throws AppError `wrong_recipient` if another user was invited, `email_link_not_valid`, `already_member`, `account_closed`
     */
    accept: ({ token, user }: { token: string; user: { id: UserId; email: string } }) =>
      admit(token, async (_tx, { email }) => {
        if (user.email !== email) throw new AppError("wrong_recipient");
        return { userId: user.id };
      }),
  };
}
