import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { UserNames } from "#lib/platform/audit/pages.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { digest } from "#lib/platform/ids.ts";
import type { Logger } from "#lib/platform/logger.ts";
import type { Mode } from "#lib/platform/mode.ts";
import type { ApiKey, ApiKeyOverview, ApiKeyRow } from "./api-key.ts";
import { createApiKeyChanges, type LiveRefusal } from "./changes.ts";
import { createLastUse } from "./last-use.ts";
import { createApiKeyRepository } from "./repository.ts";

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

// Many more than can be active; beyond them the oldest revoked ones are left out.
const LISTED = 200;

/** Verbs on API keys. Only a SHA-256 digest of a key is stored: with 256 random bits it can't be searched. */
export function createApiKeyService(deps: {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  accounts: Pick<AccountService, "holdOpen" | "primaryPayee">;
  users: UserNames;
  /** Why this deployment takes no real money, if so. */
  liveRefusal: LiveRefusal | undefined;
}) {
  const { db, clock } = deps;
  const repository = createApiKeyRepository(db);
  const { create, rename, revoke, checkMode } = createApiKeyChanges(deps);
  const lastUse = createLastUse(deps);

  function used(row: ApiKeyRow | undefined): ApiKey | undefined {
    if (!row) return undefined;
    lastUse.note(row);
    return { id: row.id, accountId: row.accountId, method: row.method, mode: row.mode };
  }

  return {
    checkMode,
    create,
    rename,
    revoke,

    /** Finds the key a caller presented and notes its use; `undefined` if it is unknown or revoked. */
    async authenticate(key: string): Promise<ApiKey | undefined> {
      if (!/^sk_(test|live)_[\w-]{43}$/.test(key)) return undefined;
      return used(await repository.findActiveByDigest(digest(key)));
    },

    /** The key a presented JWT was exchanged for, whose use this is; `undefined` if it is unknown or revoked. */
    findActive: async (id: string): Promise<ApiKey | undefined> =>
      used(await repository.findActiveById(id)),

    /** One key of the account, active or revoked; `undefined` if it has none of this id. */
    async find(accountId: string, id: string): Promise<ApiKeyOverview | undefined> {
      const row = await repository.find(accountId, id);
      return row && (await toOverviews([row], deps.users))[0];
    },

    /** The account's keys of one mode or both, revoked ones too, the newest first. */
    async list(accountId: string, mode?: Mode): Promise<ApiKeyOverview[]> {
      const rows = await repository.list(accountId, mode, LISTED);
      return toOverviews(rows.toSorted(newestFirst), deps.users);
    },

    /** Revokes all keys of an account, in the caller's open database transaction; answers how many were active. */
    revokeAll: (tx: Database, accountId: string): Promise<number> =>
      createApiKeyRepository(tx).revokeAll(accountId, clock.now()),

    /** How many keys are active, by account and mode. */
    countActive: () => repository.countActive(),

    /** Whether a live key was ever created here. A revoked one counts: its deployment has taken real money. */
    hasLiveKeys: () => repository.hasLive(),

    /** Waits until every use that was noted is stored; before the database is closed. */
    settled: () => lastUse.settled(),
  };
}

async function toOverviews(rows: ApiKeyRow[], users: UserNames): Promise<ApiKeyOverview[]> {
  const names = await users.namesOf(rows.flatMap(({ createdBy }) => createdBy ?? []));
  return rows.map(({ digest: _digest, accountId: _accountId, ...row }) => ({
    ...row,
    creatorName: names.get(row.createdBy ?? "") ?? null,
  }));
}

function newestFirst(a: ApiKeyRow, b: ApiKeyRow): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}
