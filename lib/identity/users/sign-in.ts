import type { SessionService } from "#lib/identity/sessions/service.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { emailKey, parseEmail } from "#lib/platform/email.ts";
import { AppError } from "#lib/platform/errors.ts";
import { widestNetwork } from "#lib/platform/http/client-address.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { normalisePassword } from "./password-rules.ts";
import { createUserRepository } from "./repository.ts";
import { toUser, type User, type UserRow } from "./user.ts";

/** Who wants in. `address`: the network address the try came from. */
export type SignIn = { email: string; password: string; address: string; userAgent: string | null };

/** A browser that is signed in; unless it `isComplete`, the second step is still missing. */
export type SignedIn = { user: User; sessionId: string; isComplete: boolean };

type Deps = {
  db: Database;
  limits: Limits;
  sessions: Pick<SessionService, "open" | "revoke">;
  passwords: PasswordHasher;
};

/** Signing in by e-mail address and password. */
export function createSignIn({ db, limits, sessions, passwords }: Deps) {
  const repository = createUserRepository(db);

  /** Stores a password anew if that cost another effort than it does now; answers what is stored then. */
  async function keepFresh(user: UserRow, password: string): Promise<string> {
    if (!passwords.isOutdated(user.passwordHash)) return user.passwordHash;
    const passwordHash = await passwords.hash(password);
    await repository.replaceHash(user, { passwordHash });
    return passwordHash;
  }

  return {
    /**
     * Opens a session. An address nobody has takes the same time as a wrong password, and is answered alike. Throws
     * `sign_in_failed`; `too_many_tries` after 10 wrong ones for an address or 50 from one, also when it is right.
     */
    async signIn({ email, address, userAgent, ...input }: SignIn): Promise<SignedIn> {
      const parsed = parseEmail(email);
      const mailbox = emailKey(parsed ?? email.trim());
      // Counted before it is known whether it is right, so that no more are tried at once either.
      await limits.take("sign-in-address", address);
      await limits.take("sign-in-email", mailbox);
      const password = normalisePassword(input.password);
      // What is no address may be text that a database can't even read.
      const user = parsed === undefined ? undefined : await repository.findByEmail(mailbox);
      const isRight = await passwords.verify(password, user?.passwordHash, widestNetwork(address));
      if (!user || !isRight) throw new AppError("sign_in_failed");
      await limits.giveBack("sign-in-address", address);
      await limits.giveBack("sign-in-email", mailbox);
      const passwordHash = await keepFresh(user, password);

      const { id: userId, hasTotp } = toUser(user);
      const { id: sessionId } = await sessions.open({ userId, userAgent, isComplete: !hasTotp });
      // A password that was changed while it was checked has ended the sessions before this one was there.
      if ((await repository.find(userId))?.passwordHash !== passwordHash) {
        await sessions.revoke(userId, sessionId);
        throw new AppError("sign_in_failed");
      }
      return { user: toUser(user), sessionId, isComplete: !hasTotp };
    },
  };
}
