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
 * Counts over all processes. Keys may be personal addresses, so only keyed digests are stored. Do not call inside a database
 * transaction.
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

  /** As stored, narrowest network first. */
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
    /** @throws AppError with the limit's own code and the time until the window ends. */
    async take(name: LimitName, key: string): Promise<void> {
      try {
        // In sequence: a refusal for one network does not count for wider ones.
        for (const each of limitersOf(name, key)) await each.limiter.consume(each.key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new AppError(LIMITS[name].code, { retryAfterSeconds });
      }
    },

    /** Takes back one count, such as after a correct attempt. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      for (const each of limitersOf(name, key)) await each.limiter.reward(each.key);
    },

    /** Keeps the counts of the networks around an address. */
    async forgive(name: LimitName, key: string): Promise<void> {
      const [own] = limitersOf(name, key);
      await own?.limiter.delete(own.key);
    },

    /** Deletes finished windows. Returns their number. */
    purge: (): Promise<number> => createCounterRepository(db).deleteOver(clock.now().getTime()),
  };
}
