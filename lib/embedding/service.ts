import { parseOrigin } from "#lib/accounts/origin.ts";
import type { AccountService } from "#lib/accounts/service.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/logger.ts";
import { causeOf, type RefusalCause } from "./cause.ts";
import { createEmbeddingRepository, type EmbedRefusal } from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  accounts: Pick<AccountService, "embedOrigins">;
};

const KEPT = { latest: 10, most: 40 };
const MAX_ORIGINS = KEPT.latest + KEPT.most;
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

  // One account's link in bad hands must not keep the sites of others from being noted.
  function isFull(accountId: string): boolean {
    const own = [...seen.keys()].filter((key) => key.startsWith(`${accountId} `));
    return seen.size >= MAX_REMEMBERED || own.length >= MAX_ORIGINS;
  }

  /** How many refusals are to be written now: none within a minute of the last time. */
  function countDue(accountId: string, origin: string, now: number): number {
    const key = `${accountId} ${origin}`;
    const known = seen.get(key);
    if (known && now - known.writtenAt < PAUSE_MS) {
      known.waiting++;
      return 0;
    }
    if (!known && isFull(accountId)) forgetOld(now);
    if (!known && isFull(accountId)) return 0;
    seen.set(key, { writtenAt: now, waiting: 0 });
    return 1 + (known?.waiting ?? 0);
  }

  return {
    /** Notes that a browser will refuse a frame. Takes no part in the answer: what goes wrong is logged, never thrown. */
    async noteRefusal(accountId: string, claimedOrigin: string): Promise<void> {
      const origin = parseOrigin(claimedOrigin);
      if (!origin || origin.length > MAX_LENGTH) return;
      const now = clock.now();
      const count = countDue(accountId, origin, now.getTime());
      if (count === 0) return;
      try {
        await repository.add({ accountId, origin, count, firstAt: now, lastAt: now });
        await repository.trim(accountId, KEPT);
      } catch (error) {
        logger.warn({ err: error }, "a refused frame was not noted");
      }
    },

    /** Origins that were refused and still would be, each with its cause, the last one first. */
    async refusals(accountId: string): Promise<(EmbedRefusal & { cause: RefusalCause })[]> {
      const [all, allowed] = await Promise.all([
        repository.list(accountId),
        accounts.embedOrigins(accountId),
      ]);
      return all
        .filter(({ origin }) => !allowed.includes(origin))
        .map((refusal) => ({ ...refusal, cause: causeOf(refusal.origin, allowed) }));
    },
  };
}
