import { allows, type Role } from "#lib/identity/members/roles.ts";
import type { OpenSession } from "#lib/identity/sessions/service.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import { AppError } from "#lib/platform/errors.ts";

/** A member of an account who looks at its console. */
export type Visit = {
  session: OpenSession;
  user: OpenSession["user"];
  account: Account;
  role: Role;
};

/** The visit of a session to its account; `undefined` where its user belongs to none. */
export function toVisit(session: OpenSession): Visit | undefined {
  const { user, membership } = session;
  return membership && { session, user, account: membership.account, role: membership.role };
}

/** The session, if both steps of signing in are done. Throws `signed_out`. */
export function signedIn(session: OpenSession | undefined): OpenSession {
  if (!session?.isComplete) throw new AppError("signed_out");
  return session;
}

/** The visit of a session whose role is at least `needed`. Throws `signed_out`, `forbidden`. */
export function visitAs(session: OpenSession | undefined, needed: Role): Visit {
  const visit = toVisit(signedIn(session));
  if (!visit || !allows(visit.role, needed)) throw new AppError("forbidden");
  return visit;
}
