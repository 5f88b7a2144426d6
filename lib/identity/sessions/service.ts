import type { MemberService } from "#lib/identity/members/service.ts";
import { toUser } from "#lib/identity/model/user.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { SessionRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { type OpenSession, SESSION_SECONDS } from "./session.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 7 * DAY_MS;
// The provider may have removed the user since.
const PROVIDER_SECONDS = 12 * 60 * 60;
const INCOMPLETE_MS = 15 * 60 * 1000;
const TOUCH_MS = 60_000;
const KEPT_MS = 30 * DAY_MS;
const MAX_USER_AGENT = 300;
// Counts complete sessions only: a password alone must not end other sessions.
const MAX_SESSIONS = 50;

export type SessionEntry = Pick<SessionRow, "id" | "userAgent" | "createdAt" | "lastSeenAt"> & {
  isComplete: boolean;
};

export type SessionService = ReturnType<typeof createSessionService>;

type Deps = { db: Database; clock: Clock; members: Pick<MemberService, "accountsOf"> };

type NewSession = {
  userId: string;
  userAgent: string | null;
  isComplete: boolean;
  hasSecondFactor?: boolean;
  accountId?: string | undefined;
  isFromProvider?: boolean;
};

/** Checked on every request, so revoking takes effect at once. */
export function createSessionService(deps: Deps) {
  const { db, clock } = deps;
  return {
    open: (session: NewSession) => open(deps, session),
    find: (id: string) => find(deps, id),

    noteSecondFactor: (id: string) => repository.update(db, id, { secondFactorAt: clock.now() }),

    complete: (id: string) => complete(deps, id),
    switchAccount: (session: OpenSession, accountId: string) =>
      switchAccount(deps, session, accountId),
    list: (userId: string) => list(deps, userId),

    revoke: (userId: string, id: string) => repository.revoke(db, userId, id, clock.now()),

    revokeOthers: (userId: string, kept: string) => revokeOthers(deps, userId, kept),

    revokeAll: (tx: Database, userId: string, kept?: string) =>
      repository.revokeAll(tx, userId, clock.now(), kept),

    revokeEveryones: (tx: Database) => repository.revokeEveryones(tx, clock.now()),

    purge: () => purge(deps),
  };
}

/** Revokes the longest unseen session beyond the limit. */
async function open({ db, clock, members }: Deps, input: NewSession): Promise<{ id: string }> {
  const now = clock.now();
  const [first] = await members.accountsOf(input.userId);
  const id = newId("ses");
  const { isFromProvider = false } = input;
  const fullMs = (isFromProvider ? PROVIDER_SECONDS : SESSION_SECONDS) * 1000;
  const lastsMs = input.isComplete ? fullMs : INCOMPLETE_MS;
  await repository.insert(db, {
    id,
    userId: input.userId,
    accountId: input.accountId ?? first?.account.id ?? null,
    completedAt: input.isComplete ? now : null,
    isFromProvider,
    secondFactorAt: input.hasSecondFactor ? now : null,
    userAgent: input.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
    revokedAt: null,
  });
  if (input.isComplete) await repository.revokeSurplus(db, input.userId, now, MAX_SESSIONS);
  return { id };
}

async function find({ db, clock }: Deps, id: string): Promise<OpenSession | undefined> {
  const now = clock.now();
  const row = await repository.findAlive(db, id, now, idleSince(now));
  if (!row) return undefined;
  const { session, user, account, role, operatorId } = row;
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_MS) {
    await repository.update(db, id, { lastSeenAt: now });
  }
  return {
    id,
    isComplete: session.completedAt !== null,
    createdAt: session.createdAt,
    secondFactorAt: session.secondFactorAt,
    user: toUser(user),
    isOperator: operatorId !== null,
    membership: account && role ? { account, role } : undefined,
  };
}

/** @throws AppError `signed_out` if the session has ended */
async function complete({ db, clock }: Deps, id: string): Promise<void> {
  const now = clock.now();
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const ends = { own: after(SESSION_SECONDS), provider: after(PROVIDER_SECONDS) };
  const userId = await repository.complete(db, id, now, ends);
  if (userId === undefined) throw new AppError("signed_out");
  await repository.revokeSurplus(db, userId, now, MAX_SESSIONS);
}

/** @throws AppError `not_found` if the user does not belong to the account */
async function switchAccount(
  { db, members }: Deps,
  { id, user }: OpenSession,
  accountId: string,
): Promise<void> {
  const own = await members.accountsOf(user.id);
  if (!own.some(({ account }) => account.id === accountId)) throw new AppError("not_found");
  await repository.update(db, id, { accountId });
}

async function list({ db, clock }: Deps, userId: string): Promise<SessionEntry[]> {
  const now = clock.now();
  const rows = await repository.listAlive(db, userId, now, idleSince(now));
  return rows.map(({ completedAt, ...row }) => ({
    id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    isComplete: completedAt !== null,
  }));
}

function revokeOthers({ db, clock }: Deps, userId: string, kept: string): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const alive = await repository.listAlive(tx, userId, now, idleSince(now));
    await repository.revokeAll(tx, userId, now, kept);
    return alive.filter(({ id }) => id !== kept).length;
  });
}

function purge({ db, clock }: Deps): Promise<number> {
  const endedBefore = new Date(clock.now().getTime() - KEPT_MS);
  return repository.deleteEnded(db, endedBefore, new Date(endedBefore.getTime() - IDLE_MS));
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}
