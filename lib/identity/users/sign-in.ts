import { toUser, type User, type UserRow } from "#lib/identity/model/user.ts";
import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { widestNetwork } from "#lib/platform/http/client-address.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { normalisePassword } from "./password-rules.ts";
import * as repository from "./repository.ts";

export type SignIn = { email: string; password: string; address: string; userAgent: string | null };

export type SignedIn = { user: User; sessionId: string; isComplete: boolean };

export type SignInDeps = {
  db: Database;
  limits: Limits;
  sessions: Pick<SessionService, "open" | "revoke">;
  passwords: PasswordHasher;
};

/**
 * Response and timing don't reveal whether the address is known.
 * @throws AppError `sign_in_failed`, `too_many_tries` after 10 failures for an e-mail address or 50 from one network address,
 * even for the correct password
 */
export async function signIn(
  deps: SignInDeps,
  { email, address, userAgent, ...input }: SignIn,
): Promise<SignedIn> {
  const { db, limits, sessions, passwords } = deps;
  const parsed = parseEmail(email);
  const mailbox = emailKey(parsed ?? email.trim());
  // Counted before the check, so that parallel attempts are limited too.
  await limits.take("sign-in-address", address);
  await limits.take("sign-in-email", mailbox);
  const password = normalisePassword(input.password);
  const user = parsed === undefined ? undefined : await repository.findByEmail(db, mailbox);
  const isRight = await passwords.verify(password, user?.passwordHash, widestNetwork(address));
  if (!user || !isRight) throw new AppError("sign_in_failed");
  await limits.giveBack("sign-in-address", address);
  await limits.giveBack("sign-in-email", mailbox);
  const passwordHash = await keepFresh(deps, user, password);

  const { id: userId, hasTotp } = toUser(user);
  const { id: sessionId } = await sessions.open({ userId, userAgent, isComplete: !hasTotp });
  // A change during the check revoked sessions before this one existed.
  if ((await repository.find(db, userId))?.passwordHash !== passwordHash) {
    await sessions.revoke(userId, sessionId);
    throw new AppError("sign_in_failed");
  }
  return { user: toUser(user), sessionId, isComplete: !hasTotp };
}

/** Returns the stored hash. */
async function keepFresh(
  { db, passwords }: SignInDeps,
  user: UserRow,
  password: string,
): Promise<string> {
  if (!passwords.isOutdated(user.passwordHash)) return user.passwordHash;
  const passwordHash = await passwords.hash(password);
  await repository.replaceHash(db, user, { passwordHash });
  return passwordHash;
}
