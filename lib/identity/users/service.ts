import type { MemberService } from "#lib/identity/members/service.ts";
import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { createEmailLinks } from "./email-links.ts";
import {
  changePassword,
  finishReset,
  type PasswordChange,
  readReset,
  startReset,
} from "./password-changes.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { createProfiles } from "./profiles.ts";
import { type SignedIn, type SignIn, signIn } from "./sign-in.ts";
import { createSignUp, type MailWish } from "./sign-up.ts";
import type { EstimateStrength } from "./strength/strength.ts";

export type UserService = ReturnType<typeof createUserService>;

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "open">;
  members: Pick<MemberService, "add">;
  sessions: Pick<SessionService, "open" | "revoke" | "revokeAll">;
  limits: Limits;
  passwords: PasswordHasher;
  estimate: EstimateStrength;
  sendMail: SendMail;
  consoleUrl: string;
  isSignUpOpen: boolean;
  isOidcOnly: boolean;
  logger: Pick<Logger, "warn">;
};

export function createUserService(deps: Deps) {
  const links = createEmailLinks(deps);
  const withLinks = { ...deps, links };
  return {
    ...createProfiles(deps),
    ...createSignUp(withLinks),
    /** @throws AppError `oidc_only`, and what `signIn` throws */
    async signIn(input: SignIn): Promise<SignedIn> {
      if (deps.isOidcOnly) throw new AppError("oidc_only");
      return signIn(deps, input);
    },
    changePassword: (input: PasswordChange) => changePassword(withLinks, input),
    startReset: (wish: MailWish) => startReset(withLinks, wish),
    readReset: (token: string) => readReset(withLinks, token),
    finishReset: (input: { token: string; password: string }) => finishReset(withLinks, input),
    purge: links.purge,
  };
}
