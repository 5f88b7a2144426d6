import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { causeOf, type RefusalCause } from "./cause.ts";
import type { EmbedRefusal } from "./repository.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  accounts: Pick<AccountService, "embedOrigins">;
};

const KEPT = { latest: 10, most: 40 };
const MAX_ORIGINS = KEPT.latest + KEPT.most;
const PAUSE_MS = 60_000;

// A host name has at most 253 characters.
const MAX_LENGTH = 270;

/** `origin` is unverified. */
type Refused = { accountId: string; reference: string; origin: string };

type Refusals = Map<string, { writtenAt: number; waiting: number }>;

export function createEmbedding({ db, clock, logger, accounts }: Deps) {
  // Anyone with a payment link can report any origin.
  const seen = new Map<string, Refusals>();
  let sweptAt = 0;

  function forget(tries: Refusals, writtenUntil: number) {
    for (const [origin, { writtenAt }] of tries)
      if (writtenAt <= writtenUntil) tries.delete(origin);
  }

  function sweep(now: number) {
    if (now - sweptAt < PAUSE_MS) return;
    sweptAt = now;
    for (const [accountId, tries] of seen) {
      forget(tries, now - 2 * PAUSE_MS);
      if (tries.size === 0) seen.delete(accountId);
    }
  }

  function countDue(accountId: string, origin: string, now: number): number {
    sweep(now);
    const tries: Refusals = seen.get(accountId) ?? new Map();
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
    async noteRefusal({ accountId, reference, origin: reported }: Refused): Promise<void> {
      const origin = parseOrigin(reported);
      if (!origin || origin.length > MAX_LENGTH) return;
      const now = clock.now();
      const count = countDue(accountId, origin, now.getTime());
      if (count === 0) return;
      try {
        await repository.add(db, {
          accountId,
          origin,
          reference,
          count,
          firstAt: now,
          lastAt: now,
        });
        await repository.trim(db, accountId, KEPT);
      } catch (error) {
        logger.warn({ err: error }, "a refused frame could not be recorded");
      }
    },

    async refusals(accountId: string): Promise<(EmbedRefusal & { cause: RefusalCause })[]> {
      const [all, allowed] = await Promise.all([
        repository.list(db, accountId),
        accounts.embedOrigins(accountId),
      ]);
      return all
        .filter(({ origin }) => !allowed.includes(origin))
        .map((refusal) => ({ ...refusal, cause: causeOf(refusal.origin, allowed) }));
    },
  };
}
