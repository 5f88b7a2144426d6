import type { InvitationService } from "#lib/identity/members/invitations.ts";
import type { MemberService } from "#lib/identity/members/service.ts";
import { NO_PASSWORD } from "#lib/identity/model/person.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import { toUser, type User, type UserId } from "#lib/identity/model/user.ts";
import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { UserService } from "#lib/identity/users/service.ts";
import { type Actor, type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { digest } from "#lib/platform/values/ids.ts";
import { emailIn, nameIn, rolesIn } from "./claims.ts";
import { createProvider, type OidcRequest, type Provider } from "./provider.ts";
import type { Identity } from "./repository.ts";
import * as repository from "./repository.ts";

/** Its address belongs to a user who has to sign in first. */
export type PendingIdentity = Identity & { email: string };

export type OidcSignIn = { sessionId: string; isComplete: boolean } | { pending: PendingIdentity };

type Callback = {
  query: URLSearchParams;
  request: OidcRequest | undefined;
  address: string;
  userAgent: string | null;
};

export type OidcService = ReturnType<typeof createOidcService>;

export type OidcDeps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  limits: Pick<Limits, "take" | "giveBack">;
  users: Pick<UserService, "findByEmail" | "create">;
  members: Pick<MemberService, "accountsOf" | "syncMapped">;
  invitations: Pick<InvitationService, "isInvited">;
  sessions: Pick<SessionService, "open" | "revokeAll">;
  operators: { has: (db: Database, userId: string) => Promise<boolean> };
  settings: OidcSettings;
  isSignUpOpen: boolean;
  consoleUrl: string;
};

type Deps = OidcDeps & { provider: Provider };

/** Issuer and subject identify a user, never the e-mail address alone. */
export function createOidcService(given: OidcDeps) {
  const { settings, consoleUrl } = given;
  const redirectUri = `${consoleUrl}/sign-in/oidc/callback`;
  const deps: Deps = { ...given, provider: createProvider({ ...given, redirectUri }) };
  return {
    name: settings.name,
    isOnly: settings.isOnly,
    start: (address: string) => start(deps, address),
    finish: (callback: Callback) => finish(deps, callback),
    connect: (user: User, pending: PendingIdentity) => connect(deps, user, pending),
  };
}

/** @throws AppError `oidc_unavailable`, `too_many_tries` */
async function start(
  { limits, provider }: Deps,
  address: string,
): Promise<{ url: string; request: OidcRequest }> {
  await limits.take("sign-in-address", address);
  return provider.start();
}

/**
 * Also applies OIDC_ROLES. An authenticator app still has to confirm.
 * @throws AppError `oidc_unavailable`, `oidc_refused`, `oidc_failed`, `oidc_email_unverified`, `oidc_domain`, `oidc_email_taken`,
 * `oidc_no_role`
 */
async function finish(
  deps: Deps,
  { query, request, address, userAgent }: Callback,
): Promise<OidcSignIn> {
  const { db, limits, members, settings } = deps;
  if (!request || query.get("state") !== request.state) throw new AppError("oidc_failed");
  await limits.take("oidc-state", digest(request.state));
  const claims = await deps.provider.finish(query, request, neededClaims(deps));
  const email = emailIn(claims, settings);
  const identity = { issuer: claims.iss, subject: claims.sub, email };
  const roles = rolesIn(claims, settings);
  const user = await findOrCreate(deps, identity, nameIn(claims, email), roles);
  if (!user) return { pending: identity };
  await members.syncMapped(user.id, roles);
  const isMember = (await members.accountsOf(user.id)).length > 0;
  const isOperator = await deps.operators.has(db, user.id);
  if (!isMember && !isOperator && !(await mayJoin(deps, user.email)))
    throw new AppError("oidc_no_role");
  const isComplete = !user.hasTotp;
  const opened = { userId: user.id, userAgent, isComplete, isFromProvider: true };
  const { id: sessionId } = await deps.sessions.open(opened);
  await limits.giveBack("sign-in-address", address);
  return { sessionId, isComplete };
}

/** @throws AppError `oidc_email_taken`, also if the identity has the address of another user */
async function connect(
  deps: Deps,
  user: User,
  { email, ...identity }: PendingIdentity,
): Promise<void> {
  if (email !== user.email) throw new AppError("oidc_email_taken");
  await deps.db.transaction((tx) => storeIdentity(deps, tx, user.id, identity));
}

/** @throws AppError `oidc_email_taken`, `oidc_no_role` */
async function findOrCreate(
  deps: Deps,
  identity: PendingIdentity,
  name: string,
  roles: Map<string, Role>,
): Promise<User | undefined> {
  const { db, users, settings } = deps;
  const known = await repository.findUser(db, identity);
  if (known) return toUser(known);
  const existing = await users.findByEmail(identity.email);
  if (!existing) {
    if (roles.size === 0 && !(await mayJoin(deps, identity.email)))
      throw new AppError("oidc_no_role");
    return (await create(deps, identity, name)) ?? failed();
  }
  // The address has changed hands: the user here is another person.
  if (await repository.isConnected(db, existing.id, identity.issuer)) {
    throw new AppError("oidc_email_taken");
  }
  // Only a named domain is trusted as much as the mailbox.
  if (settings.allowedDomains.length === 0) return undefined;
  await db.transaction((tx) => storeIdentity(deps, tx, existing.id, identity));
  return existing;
}

async function create(
  deps: Deps,
  identity: PendingIdentity,
  name: string,
): Promise<User | undefined> {
  const { db, users } = deps;
  const { email } = identity;
  return db.transaction(async (tx) => {
    const id = await users.create(tx, { email, name, passwordHash: NO_PASSWORD });
    if (!id) return undefined;
    await storeIdentity(deps, tx, id, identity);
    return { id, email, name, hasTotp: false };
  });
}

async function storeIdentity(
  { clock }: Deps,
  tx: Database,
  userId: UserId,
  { issuer, subject }: Identity,
) {
  const createdAt = clock.now();
  if (!(await repository.insert(tx, { issuer, subject, userId, createdAt }))) {
    throw new AppError("oidc_email_taken");
  }
  await audit(tx, createdAt, "user.provider_connected", userId, userId);
}

async function mayJoin({ isSignUpOpen, invitations }: Deps, email: string): Promise<boolean> {
  return isSignUpOpen || (await invitations.isInvited(email));
}

function neededClaims({ settings }: Deps): string[] {
  const { emailVerifiedClaim, roles, rolesClaim } = settings;
  return ["email", emailVerifiedClaim, ...(roles.length > 0 ? [rolesClaim] : [])];
}

function failed(): never {
  throw new AppError("oidc_failed");
}

function audit(tx: Database, at: Date, action: AuditAction, actor: Actor, target: string) {
  return recordAudit(tx, at, { accountId: null, actor, action, target });
}
