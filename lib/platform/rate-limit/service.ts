import { RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { NETWORK_TIMES, networksOf } from "#lib/platform/http/client-address.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { LIMITS, type Limit, type LimitName } from "./limits.ts";
import { createCounterRepository } from "./repository.ts";
import { createLimiter } from "./store.ts";

const ONCE: readonly number[] = [1];

export type Limits = ReturnType<typeof createLimits>;

type Deps = { db: Database; clock: Clock; seal: Seal; logger: Pick<Logger, "warn"> };

/**
 * How often something may be done, counted over all processes. Keys may be addresses of people: only keyed digests of
 * them are stored. Nothing here is to be called inside an open database transaction.
 */
export function createLimits({ db, clock, seal, logger }: Deps) {
  const limiters = new Map(
    Object.entries<Limit>(LIMITS).map(([name, { points, seconds, isOfAddress }]) => {
      const onFailure = (err: unknown) =>
        logger.warn({ err, limit: name }, "a limit is counted in this process alone");
      const limiterOf = new Map(
        (isOfAddress ? NETWORK_TIMES : ONCE).map((times) => [
          times,
          createLimiter({ db, clock, name, points: points * times, seconds, onFailure }),
        ]),
      );
      return [name, { limiterOf, isOfAddress }];
    }),
  );

  /** What `key` is counted by, as stored: for an address, one limiter for each network around it, the narrowest first. */
  function limitersOf(name: LimitName, key: string) {
    const found = limiters.get(name);
    if (!found) throw new RangeError(`no limit ${name}`);
    const networks = found.isOfAddress ? networksOf(key) : [{ key, times: 1 }];
    return networks.flatMap((network) => {
      const limiter = found.limiterOf.get(network.times);
      return limiter ? [{ limiter, key: seal.mac(network.key, `rate-limit:${name}`) }] : [];
    });
  }

  return {
    /** Counts one more. Throws the limit's own code, with the time until its window is over, when it was too many. */
    async take(name: LimitName, key: string): Promise<void> {
      try {
        // One after the other: what is refused for one network counts for no wider one.
        for (const each of limitersOf(name, key)) await each.limiter.consume(each.key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new AppError(LIMITS[name].code, { retryAfterSeconds });
      }
    },

    /** Takes back one that was counted, such as a try that was right; all others stay counted. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      for (const each of limitersOf(name, key)) await each.limiter.reward(each.key);
    },

    /** Forgets all that was counted for `key`, but not for the networks around an address. */
    async forgive(name: LimitName, key: string): Promise<void> {
      const [own] = limitersOf(name, key);
      await own?.limiter.delete(own.key);
    },

    /** Deletes counters whose window is over; answers how many. */
    purge: (): Promise<number> => createCounterRepository(db).deleteOver(clock.now().getTime()),
  };
}
