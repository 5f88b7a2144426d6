import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { ApiKeyRow } from "./api-key.ts";
import * as repository from "./repository.ts";

const ACCURACY_MS = 60_000;

type Log = { warn(bindings: { err: unknown }, message: string): void };

/** One write a minute per key. Never delays or fails the request. */
export function createLastUse({ db, clock, logger }: { db: Database; clock: Clock; logger: Log }) {
  const writing = new Map<string, Promise<void>>();

  async function write(id: string, usedAt: Date): Promise<void> {
    try {
      await repository.noteUse(db, id, usedAt, new Date(usedAt.getTime() - ACCURACY_MS));
    } catch (error) {
      logger.warn({ err: error }, "the last use of an API key could not be stored");
    } finally {
      writing.delete(id);
    }
  }

  return {
    note(row: Pick<ApiKeyRow, "id" | "lastUsedAt">): void {
      const { id, lastUsedAt } = row;
      const now = clock.now();
      const isFresh = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < ACCURACY_MS;
      if (isFresh || writing.has(id)) return;
      writing.set(id, write(id, now));
      row.lastUsedAt = now;
    },

    async settled(): Promise<void> {
      await Promise.all(writing.values());
    },
  };
}
