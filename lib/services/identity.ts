import { createInvitationService } from "#lib/identity/members/invitations.ts";
import { createNewAccounts } from "#lib/identity/members/new-accounts.ts";
import { createMemberService } from "#lib/identity/members/service.ts";
import { disconnectProvider } from "#lib/identity/oidc/disconnect.ts";
import { createOidcService, type OidcDeps } from "#lib/identity/oidc/service.ts";
import { createOperators } from "#lib/identity/operators/service.ts";
import { createPasskeyService } from "#lib/identity/passkeys/service.ts";
import { createPasswordProof } from "#lib/identity/second-factors/password-proof.ts";
import { createSecondFactorService } from "#lib/identity/second-factors/service.ts";
import { createSessionService } from "#lib/identity/sessions/service.ts";
import { createPasswordHasher, FULL_COST, TEST_COST } from "#lib/identity/users/password-hash.ts";
import { createUserService, type UserService } from "#lib/identity/users/service.ts";
import { createStrengthEstimator } from "#lib/identity/users/strength/strength.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { MailServices } from "./mail.ts";
import type { Parts } from "./parts.ts";

type Wings = { accounts: AccountService; limits: Limits; mail: MailServices };

export function createIdentityServices(parts: Parts, { accounts, limits, mail }: Wings) {
  const { env, connection, clock, logger } = parts;
  const { smtp, consoleMail } = mail;
  const { CONSOLE_URL: consoleUrl } = env;
  const base = { db: connection.db, clock };
  const isOidcOnly = env.OIDC?.isOnly ?? false;
  const isSignUpOpen = env.SIGNUP === "open";
  const members = createMemberService({ ...base, accounts, logger });
  const sessions = createSessionService({ ...base, members });
  const team = { ...base, accounts, members, isOidcOnly };
  const mails = { limits, sendMail: consoleMail.send, consoleUrl };
  const users = createUserService({
    ...team,
    ...mails,
    sessions,
    passwords: createPasswordHasher({ cost: env.NODE_ENV === "test" ? TEST_COST : FULL_COST }),
    estimate: createStrengthEstimator(),
    isSignUpOpen: isSignUpOpen && !isOidcOnly,
    logger,
  });
  const invitations = createInvitationService({
    ...team,
    ...mails,
    users,
    canMail: async () => smtp !== undefined || (await consoleMail.isKept()),
  });
  const signIn = { ...base, logger, limits, users, members, invitations, sessions, isSignUpOpen };
  const factors = createFactors(parts, { limits, users, isOidcOnly });
  return {
    services: {
      ...createOidc(signIn, env),
      ...factors,
      members,
      invitations,
      openings: createNewAccounts({ ...team, isSignUpOpen }),
      sessions,
      users,
    },
    purges: {
      sessions: sessions.purge,
      users: users.purge,
      passkeys: factors.passkeys.purge,
      invitations: invitations.purge,
    },
  };
}

function createFactors(
  { env, connection: { db }, clock, seal }: Parts,
  { isOidcOnly, ...proven }: { limits: Limits; users: UserService; isOidcOnly: boolean },
) {
  const { limits } = proven;
  const proof = { db, clock, limits, demandPassword: createPasswordProof(proven) };
  const { CONSOLE_URL: consoleUrl } = env;
  const { hostname } = new URL(consoleUrl);
  return {
    secondFactors: createSecondFactorService({ ...proof, seal, issuer: `Bankside (${hostname})` }),
    passkeys: createPasskeyService({ ...proof, consoleUrl, siteName: "Bankside", isOidcOnly }),
  };
}

function createOidc(deps: Omit<OidcDeps, "settings" | "consoleUrl" | "operators">, env: Env) {
  const { OIDC: settings, CONSOLE_URL: consoleUrl } = env;
  const operators = createOperators(deps);
  return {
    operators,
    oidc: settings && createOidcService({ ...deps, operators, settings, consoleUrl }),
    disconnectProvider: (email: string) => disconnectProvider(deps, email),
  };
}
