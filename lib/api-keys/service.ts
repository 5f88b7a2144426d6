import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { digest, newId, randomToken } from "#lib/ids.ts";
import type { ApiKey } from "./api-key.ts";
import { type ApiKeyRow, createApiKeyRepository } from "./repository.ts";

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Verbs on API keys. Only a SHA-256 digest of a key is stored: with 256 random bits it can't be searched. */
export function createApiKeyService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createApiKeyRepository(db);

  return {
    /** Makes a key; its text is returned here and never again. */
    async create(input: Omit<ApiKey, "id">): Promise<{ id: string; key: string }> {
      const id = newId("key");
      const key = `sk_${input.mode}_${randomToken(32)}`;
      await repository.insert({
        id,
        accountId: input.accountId,
        method: input.method,
        mode: input.mode,
        digest: digest(key),
        lastFour: key.slice(-4),
        name: null,
        createdBy: null,
        createdAt: clock.now(),
        lastUsedAt: null,
        revokedAt: null,
      });
      return { id, key };
    },

    /** Finds the key a caller presented; `undefined` if it is unknown or revoked. */
    async authenticate(key: string): Promise<ApiKey | undefined> {
      if (!/^sk_(test|live)_[\w-]{43}$/.test(key)) return undefined;
      return toApiKey(await repository.findActiveByDigest(digest(key)));
    },

    /** The key of this id; `undefined` if it is unknown or revoked. */
    findActive: async (id: string): Promise<ApiKey | undefined> =>
      toApiKey(await repository.findActiveById(id)),

    /** Revokes a key at once; false if the account has no such active key. */
    revoke: (accountId: string, id: string) => repository.revoke(accountId, id, clock.now()),

    /** Revokes all keys of an account, in the caller's open database transaction; answers how many were active. */
    revokeAll: (tx: Database, accountId: string): Promise<number> =>
      createApiKeyRepository(tx).revokeAll(accountId, clock.now()),

    /** How many keys are active, by account and mode. */
    countActive: () => repository.countActive(),

    /** Tells whether anybody can take real money on this deployment. */
    hasLiveKeys: () => repository.hasLive(),
  };
}

function toApiKey(row: ApiKeyRow | undefined): ApiKey | undefined {
  return row && { id: row.id, accountId: row.accountId, method: row.method, mode: row.mode };
}
