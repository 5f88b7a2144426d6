import { allows, type Role } from "#lib/identity/model/roles.ts";
import type { OpenSession } from "#lib/identity/sessions/session.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

export type Visit = {
  session: OpenSession;
  user: OpenSession["user"];
  account: Account;
  role: Role;
};

export function toVisit(session: OpenSession): Visit | undefined {
  const { user, membership } = session;
  return membership && { session, user, account: membership.account, role: membership.role };
}

/** @throws AppError `signed_out` unless both sign-in steps are done */
export function signedIn(session: OpenSession | undefined): OpenSession {
  if (!session?.isComplete) throw new AppError("signed_out");
  return session;
}

/** @throws AppError `signed_out`, `forbidden` */
export function visitAs(session: OpenSession | undefined, needed: Role): Visit {
  const visit = toVisit(signedIn(session));
  if (!visit || !allows(visit.role, needed)) throw new AppError("forbidden");
  return visit;
}
