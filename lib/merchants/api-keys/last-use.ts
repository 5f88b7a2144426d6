import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { ApiKeyRow } from "./api-key.ts";
import { createApiKeyRepository } from "./repository.ts";

const ACCURACY_MS = 60_000;

type Log = { warn(bindings: { err: unknown }, message: string): void };

/** Notes when keys are used, at most once a minute each. The request goes on meanwhile, and nothing of it can fail. */
export function createLastUse({ db, clock, logger }: { db: Database; clock: Clock; logger: Log }) {
  const repository = createApiKeyRepository(db);
  // By key: a busy key asks for one write, not for one per request that came before the first was done.
  const writing = new Map<string, Promise<void>>();

  async function write(id: string, usedAt: Date): Promise<void> {
    try {
      await repository.noteUse(id, usedAt, new Date(usedAt.getTime() - ACCURACY_MS));
    } catch (error) {
      logger.warn({ err: error }, "the use of an API key could not be noted");
    } finally {
      writing.delete(id);
    }
  }

  return {
    /** Notes that the key is used now; returns at once. */
    note({ id, lastUsedAt }: Pick<ApiKeyRow, "id" | "lastUsedAt">): void {
      const now = clock.now();
      const isFresh = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < ACCURACY_MS;
      if (!isFresh && !writing.has(id)) writing.set(id, write(id, now));
    },

    /** Waits until what is being noted is stored. */
    async settled(): Promise<void> {
      await Promise.all(writing.values());
    },
  };
}
