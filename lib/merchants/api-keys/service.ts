import type { Actor } from "#lib/platform/audit/log.ts";
import type { UserNames } from "#lib/platform/audit/pages.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { ApiKey, ApiKeyOverview, ApiKeyRow } from "./api-key.ts";
import {
  type ChangeDeps,
  checkMode,
  create,
  type NewApiKey,
  rename,
  revoke,
  type Withholding,
  withhold,
} from "./changes.ts";
import { digestsOf } from "./digest.ts";
import { createLastUse } from "./last-use.ts";
import { keyOfLinks } from "./link-key.ts";
import * as repository from "./repository.ts";
import { scopesOf } from "./scopes.ts";

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

const LISTED = 200;

/** Stores only SHA-256 digests, which can't be searched for 256 random bits. */
export function createApiKeyService(
  deps: ChangeDeps & { logger: Pick<Logger, "warn">; users: UserNames },
) {
  const { db, clock } = deps;
  const lastUse = createLastUse(deps);
  // For good: keys are never deleted.
  let hasLive = false;

  function used(row: ApiKeyRow | undefined): ApiKey | undefined {
    if (!row) return undefined;
    lastUse.note(row);
    const { id, accountId, method, mode } = row;
    return { id, accountId, method, scopes: scopesOf(row), mode };
  }

  return {
    checkMode: (mode: Mode) => checkMode(deps, mode),
    create: (input: NewApiKey) => create(deps, input),
    rename: (accountId: string, id: string, name: string, actor: Actor) =>
      rename(deps, { accountId, id, name, actor }),
    withhold: (input: Withholding) => withhold(deps, input),
    revoke: (accountId: string, id: string, actor: Actor = "operator") =>
      revoke(deps, accountId, id, actor),

    /** Stores the use. `undefined` if the key is unknown or revoked. */
    async authenticate(key: string): Promise<ApiKey | undefined> {
      if (!/^sk_(test|live)_[\w-]{43}$/.test(key)) return undefined;
      return used(await repository.findActiveByDigest(db, digestsOf(key)));
    },

    /** Stores the use. */
    findActive: async (id: string): Promise<ApiKey | undefined> =>
      used(await repository.findActiveById(db, id)),

    async find(accountId: string, id: string): Promise<ApiKeyOverview | undefined> {
      const row = await repository.find(db, accountId, id);
      return row && (await toOverviews([row], deps.users))[0];
    },

    /** Without those that were created for some scopes. */
    list: (accountId: string, mode?: Mode) => list(deps, { accountId, mode, kind: "method" }),

    listScoped: (accountId: string, mode: Mode) => list(deps, { accountId, mode, kind: "scopes" }),

    revokeAll: (tx: Database, accountId: string): Promise<number> =>
      repository.revokeAll(tx, accountId, clock.now()),

    ofLinks: (owner: { accountId: string; mode: Mode }) => keyOfLinks(deps, owner),

    countActive: (accountId?: string) => repository.countActive(db, accountId),

    async hasLiveKeys(): Promise<boolean> {
      hasLive ||= await repository.hasLive(db);
      return hasLive;
    },

    settled: () => lastUse.settled(),
  };
}

async function list(
  { db, users }: { db: Database; users: UserNames },
  listed: repository.Listed,
): Promise<ApiKeyOverview[]> {
  const rows = await repository.list(db, listed, LISTED);
  return toOverviews(rows.toSorted(newestFirst), users);
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
