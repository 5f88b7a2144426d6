import { parseOrigin } from "#lib/accounts/origin.ts";
import type { AccountService } from "#lib/accounts/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import { createEmbeddingRepository, type EmbedRefusal } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  accounts: Pick<AccountService, "embedOrigins">;
};

const MAX_ORIGINS = 50;
const PAUSE_MS = 60_000;

// A host's name has at most 253 characters.
const MAX_LENGTH = 270;

// Anybody with a payment's link can claim to be any origin: what that costs has an end.
const MAX_REMEMBERED = 1000;

/** Who tried to show a checkout in a frame without being on its account's list. */
export function createEmbedding({ db, clock, logger, accounts }: Deps) {
  const repository = createEmbeddingRepository(db);
  const seen = new Map<string, { writtenAt: number; waiting: number }>();

  function forgetOld(now: number) {
    for (const [key, { writtenAt }] of seen) if (now - writtenAt >= PAUSE_MS) seen.delete(key);
  }

  /** How many refusals are to be written now: none within a minute of the last time. */
  function countDue(key: string, now: number): number {
    const known = seen.get(key);
    if (known && now - known.writtenAt < PAUSE_MS) {
      known.waiting++;
      return 0;
    }
    if (!known && seen.size >= MAX_REMEMBERED) forgetOld(now);
    if (!known && seen.size >= MAX_REMEMBERED) return 0;
    seen.set(key, { writtenAt: now, waiting: 0 });
    return 1 + (known?.waiting ?? 0);
  }

  return {
    /** Notes that a browser will refuse a frame. Takes no part in the answer: what goes wrong is logged, never thrown. */
    async noteRefusal(accountId: string, claimedOrigin: string): Promise<void> {
      const origin = parseOrigin(claimedOrigin);
      if (!origin || origin.length > MAX_LENGTH) return;
      const now = clock.now();
      const count = countDue(`${accountId} ${origin}`, now.getTime());
      if (count === 0) return;
      try {
        await repository.add({ accountId, origin, count, firstAt: now, lastAt: now });
        await repository.trim(accountId, MAX_ORIGINS);
      } catch (error) {
        logger.warn({ err: error }, "a refused frame was not noted");
      }
    },

    /** Origins that were refused and still would be, the last one first. */
    async refusals(accountId: string): Promise<EmbedRefusal[]> {
      const [all, allowed] = await Promise.all([
        repository.list(accountId),
        accounts.embedOrigins(accountId),
      ]);
      return all.filter(({ origin }) => !allowed.includes(origin));
    },
  };
}
