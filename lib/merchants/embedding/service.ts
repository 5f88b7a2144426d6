import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
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

/** A frame that a browser will refuse: of which payment, whose it is, and the site that the browser claims to show. */
type Refused = { accountId: string; reference: string; origin: string };

type Tries = Map<string, { writtenAt: number; waiting: number }>;

/** Who tried to show a checkout in a frame without being on its account's list. */
export function createEmbedding({ db, clock, logger, accounts }: Deps) {
  const repository = createEmbeddingRepository(db);
  // Anybody with a payment's link can claim to be any origin. What that costs has an end, and one account's link in bad hands
  // keeps no site of another's from being noted.
  const seen = new Map<string, Tries>();
  let sweptAt = 0;

  function forget(tries: Tries, writtenUntil: number) {
    for (const [origin, { writtenAt }] of tries)
      if (writtenAt <= writtenUntil) tries.delete(origin);
  }

  /** Forgets those of accounts whose sites try no more. */
  function sweep(now: number) {
    if (now - sweptAt < PAUSE_MS) return;
    sweptAt = now;
    for (const [accountId, tries] of seen) {
      forget(tries, now - 2 * PAUSE_MS);
      if (tries.size === 0) seen.delete(accountId);
    }
  }

  /** How many refusals are to be written now: none within a minute of the last time. */
  function countDue(accountId: string, origin: string, now: number): number {
    sweep(now);
    const tries: Tries = seen.get(accountId) ?? new Map();
    seen.set(accountId, tries);
    const known = tries.get(origin);
    if (known && now - known.writtenAt < PAUSE_MS) {
      known.waiting++;
      return 0;
    }
    if (!known && tries.size >= MAX_ORIGINS) forget(tries, now - PAUSE_MS);
    if (!known && tries.size >= MAX_ORIGINS) return 0;
    tries.set(origin, { writtenAt: now, waiting: 0 });
    return 1 + (known?.waiting ?? 0);
  }

  return {
    /** Notes that a browser will refuse a frame. Takes no part in the answer: what goes wrong is logged, never thrown. */
    async noteRefusal({ accountId, reference, origin: claimed }: Refused): Promise<void> {
      const origin = parseOrigin(claimed);
      if (!origin || origin.length > MAX_LENGTH) return;
      const now = clock.now();
      const count = countDue(accountId, origin, now.getTime());
      if (count === 0) return;
      try {
        await repository.add({ accountId, origin, reference, count, firstAt: now, lastAt: now });
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
