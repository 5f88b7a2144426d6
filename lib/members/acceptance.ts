import type { AccountService } from "#lib/accounts/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { digest } from "#lib/ids.ts";
import { createInvitationRepository, type InvitationRow } from "./repository.ts";
import type { Role } from "./roles.ts";
import type { MemberService } from "./service.ts";

/** What an invitation's link leads to. */
export type OpenInvitation = { accountId: string; accountName: string; email: string; role: Role };

/** Somebody who was invited and is no user yet. */
export type InvitedPerson = { email: string; name: string; password: string };

type UserId = `usr_${string}`;

export type AcceptanceDeps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "holdOpen">;
  members: Pick<MemberService, "add">;
  users: { createFromInvitation(tx: Database, person: InvitedPerson): Promise<{ userId: UserId }> };
};

/** How invited people come in. Whoever holds the link has been reached at the address it was sent to. */
export function createAcceptance({ db, clock, accounts, members, users }: AcceptanceDeps) {
  const repository = createInvitationRepository(db);

  /** Lets the user that `identify` names in, once. */
  function admit<U extends { userId: UserId }>(
    token: string,
    identify: (tx: Database, invitation: InvitationRow) => Promise<U>,
  ): Promise<U & { accountId: string }> {
    return db.transaction(async (tx) => {
      const inTransaction = createInvitationRepository(tx);
      const invitation = await inTransaction.lockByDigest(digest(token));
      const now = clock.now();
      if (!invitation || invitation.expiresAt <= now) throw new AppError("email_link_not_valid");
      const { id, accountId, role } = invitation;
      await accounts.holdOpen(tx, accountId);
      const user = await identify(tx, invitation);
      await members.add(tx, { accountId, userId: user.userId, role }, user.userId);
      await inTransaction.markAccepted(id, now);
      return { ...user, accountId };
    });
  }

  return {
    /** The invitation of a link; `undefined` once it was used, revoked or replaced, is a week old, or its account closed. */
    async find(token: string): Promise<OpenInvitation | undefined> {
      const found = await repository.findByDigest(digest(token));
      if (!found || found.account.closedAt || found.invitation.expiresAt <= clock.now()) {
        return undefined;
      }
      const { invitation, account } = found;
      const { email, role } = invitation;
      return { accountId: account.id, accountName: account.name, email, role };
    },

    /**
     * Makes a user who was invited a member. Throws `wrong_recipient` if it was somebody else, `email_link_not_valid`,
     * `already_member`, `account_closed`.
     */
    accept: ({ token, user }: { token: string; user: { id: UserId; email: string } }) =>
      admit(token, async (_tx, { email }) => {
        if (user.email !== email) throw new AppError("wrong_recipient");
        return { userId: user.id };
      }),

    /**
     * Makes a user of somebody who was invited and is none yet, and lets them in. Throws `invalid_request` for a wrong
     * name or password, `email_link_not_valid`, `account_closed`.
     */
    acceptAsNew: ({ token, name, password }: { token: string; name: string; password: string }) =>
      admit(token, (tx, { email }) => users.createFromInvitation(tx, { email, name, password })),
  };
}
