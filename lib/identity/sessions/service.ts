import type { Role } from "#lib/identity/members/roles.ts";
import type { MemberService } from "#lib/identity/members/service.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { createSessionRepository, type SessionRow } from "./repository.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 7 * DAY_MS;
/** Seconds a session lasts at most, however much it is used. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
// A session that lacks its second step is worth nothing to its user after this time.
const INCOMPLETE_MS = 15 * 60 * 1000;
const TOUCH_MS = 60_000;
const KEPT_MS = 30 * DAY_MS;
const MAX_USER_AGENT = 300;
// Complete ones of one user. Half a sign-in takes no place: a password alone must end no session.
const MAX_SESSIONS = 50;

/** Who looks at the console. `membership`: the account that is looked at, if the user belongs to it. */
export type OpenSession = {
  id: string;
  isComplete: boolean;
  createdAt: Date;
  user: { id: `usr_${string}`; email: string; name: string; hasTotp: boolean };
  membership: { account: Account; role: Role } | undefined;
};

/** A browser that is signed in, for its user to recognise. */
export type SessionEntry = Pick<SessionRow, "id" | "userAgent" | "createdAt" | "lastSeenAt"> & {
  isComplete: boolean;
};

export type SessionService = ReturnType<typeof createSessionService>;

type Deps = { db: Database; clock: Clock; members: Pick<MemberService, "accountsOf"> };

/** Browsers that are signed in. The row decides: a revoked one opens nothing from the next request on. */
export function createSessionService({ db, clock, members }: Deps) {
  const repository = createSessionRepository(db);
  const idleSince = (now: Date) => new Date(now.getTime() - IDLE_MS);

  return {
    /** Signs a browser in, and the one longest unseen out where there are too many. A session that is not `isComplete` still needs the second step, for 15 minutes. */
    async open(input: {
      userId: string;
      userAgent: string | null;
      isComplete: boolean;
      accountId?: string | undefined;
    }): Promise<{ id: string }> {
      const now = clock.now();
      const [first] = await members.accountsOf(input.userId);
      const id = newId("ses");
      const lastsMs = input.isComplete ? SESSION_SECONDS * 1000 : INCOMPLETE_MS;
      await repository.insert({
        id,
        userId: input.userId,
        accountId: input.accountId ?? first?.account.id ?? null,
        completedAt: input.isComplete ? now : null,
        userAgent: input.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + lastsMs),
        revokedAt: null,
      });
      if (input.isComplete) await repository.revokeSurplus(input.userId, now, MAX_SESSIONS);
      return { id };
    },

    /** The session of this id; `undefined` if it is unknown, over, idle for a week, or revoked. */
    async find(id: string): Promise<OpenSession | undefined> {
      const now = clock.now();
      const row = await repository.findAlive(id, now, idleSince(now));
      if (!row) return undefined;
      const { session, user, account, role } = row;
      if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_MS) {
        await repository.update(id, { lastSeenAt: now });
      }
      return {
        id,
        isComplete: session.completedAt !== null,
        createdAt: session.createdAt,
        user: {
          id: user.id as `usr_${string}`,
          email: user.email,
          name: user.name,
          hasTotp: user.totpConfirmedAt !== null,
        },
        membership: account && role ? { account, role } : undefined,
      };
    },

    /** The second step was taken: the session is a full one from now on. Throws `signed_out` if it ended meanwhile. */
    async complete(id: string): Promise<void> {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
      const userId = await repository.complete(id, now, expiresAt);
      if (userId === undefined) throw new AppError("signed_out");
      await repository.revokeSurplus(userId, now, MAX_SESSIONS);
    },

    /** Looks at another account of the same user. Throws `not_found` for one the user does not belong to. */
    async switchAccount({ id, user }: OpenSession, accountId: string): Promise<void> {
      const own = await members.accountsOf(user.id);
      if (!own.some(({ account }) => account.id === accountId)) throw new AppError("not_found");
      await repository.update(id, { accountId });
    },

    /** The browsers a user is signed in with, the last seen first. */
    async list(userId: string): Promise<SessionEntry[]> {
      const now = clock.now();
      const rows = await repository.listAlive(userId, now, idleSince(now));
      return rows.map(({ completedAt, ...row }) => ({
        id: row.id,
        userAgent: row.userAgent,
        createdAt: row.createdAt,
        lastSeenAt: row.lastSeenAt,
        isComplete: completedAt !== null,
      }));
    },

    /** Signs one browser of a user out at once; false if it was not signed in. */
    revoke: (userId: string, id: string) => repository.revoke(userId, id, clock.now()),

    /** Signs all browsers of a user out at once but `kept`; answers how many were signed in. */
    revokeOthers(userId: string, kept: string): Promise<number> {
      const now = clock.now();
      return db.transaction(async (tx) => {
        const inside = createSessionRepository(tx);
        const alive = await inside.listAlive(userId, now, idleSince(now));
        await inside.revokeAll(userId, now, kept);
        return alive.filter(({ id }) => id !== kept).length;
      });
    },

    /** Signs all browsers of a user out at once but `kept`, in the caller's open database transaction; answers how many. */
    revokeAll: (tx: Database, userId: string, kept?: string) =>
      createSessionRepository(tx).revokeAll(userId, clock.now(), kept),

    /** Forgets sessions that ended a month ago; answers how many. */
    purge(): Promise<number> {
      const endedBefore = new Date(clock.now().getTime() - KEPT_MS);
      return repository.deleteEnded(endedBefore, new Date(endedBefore.getTime() - IDLE_MS));
    },
  };
}
