import { RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { Logger } from "#lib/logger.ts";
import type { Seal } from "#lib/seal.ts";
import { LIMITS, type LimitName } from "./limits.ts";
import { createCounterRepository } from "./repository.ts";
import { createLimiter } from "./store.ts";

export type Limits = ReturnType<typeof createLimits>;

type Deps = { db: Database; clock: Clock; seal: Seal; logger: Pick<Logger, "warn"> };

/**
 * How often something may be done, counted over all processes. Keys may be addresses of people: only keyed digests of
 * them are stored. Nothing here is to be called inside an open database transaction.
 */
export function createLimits({ db, clock, seal, logger }: Deps) {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => {
      const onFailure = (err: unknown) =>
        logger.warn({ err, limit: name }, "a limit is counted in this process alone");
      return [name, createLimiter({ db, clock, name, points, seconds, onFailure })];
    }),
  );
  function limiterOf(name: LimitName) {
    const limiter = limiters.get(name);
    if (!limiter) throw new RangeError(`no limit ${name}`);
    return limiter;
  }
  const stored = (name: LimitName, key: string) => seal.mac(key, `rate-limit:${name}`);

  return {
    /** Counts one more. Throws the limit's own code, with the time until its window is over, when it was too many. */
    async take(name: LimitName, key: string): Promise<void> {
      try {
        await limiterOf(name).consume(stored(name, key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new AppError(LIMITS[name].code, { retryAfterSeconds });
      }
    },

    /** Takes back one that was counted, such as a try that was right; all others stay counted. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      await limiterOf(name).reward(stored(name, key));
    },

    /** Forgets all that was counted for `key`. */
    async forgive(name: LimitName, key: string): Promise<void> {
      await limiterOf(name).delete(stored(name, key));
    },

    /** Deletes counters whose window is over; answers how many. */
    purge: (): Promise<number> => createCounterRepository(db).deleteOver(clock.now().getTime()),
  };
}
