import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { rateLimits } from "#lib/platform/schema.ts";
import { type CounterRow, createCounterRepository } from "./repository.ts";

type Options = {
  db: Database;
  clock: Clock;
  name: string;
  points: number;
  seconds: number;
  /** The database failed, so this process counts. */
  onFailure: (error: unknown) => void;
};

/**
 * Replaces the package's Drizzle store, which needs Date columns, reads the system time, and imports drizzle-orm under a name
 * that bundlers can't find.
 */
class DatabaseLimiter extends RateLimiterDrizzle {
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #repository: ReturnType<typeof createCounterRepository>;

  constructor({ db, clock, name, points, seconds, onFailure }: Options) {
    const limit = { keyPrefix: name, points, duration: seconds };
    super({
      ...limit,
      storeClient: db,
      schema: rateLimits,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#repository = createCounterRepository(db);
  }

  _upsert(key: string, points: number, ms: number, isSet = false): Promise<CounterRow> {
    const now = this.#now();
    const expire = ms > 0 ? now + ms : null;
    return this.#watch(
      isSet
        ? this.#repository.set({ key, points, expire })
        : this.#repository.add({ key, points, now, expire }),
    );
  }

  async _get(key: string): Promise<CounterRow | null> {
    return (await this.#watch(this.#repository.find(key, this.#now()))) ?? null;
  }

  _delete(key: string): Promise<boolean> {
    return this.#watch(this.#repository.delete(key));
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expire }: CounterRow) {
    const left = Math.max(this.points - points, 0);
    const ms = expire === null ? -1 : Math.max(expire - this.#now(), 0);
    return new RateLimiterRes(left, ms, points, points === changed);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  async #watch<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }
}

/** Counts in this process while the database fails. */
export function createLimiter(options: Options): RateLimiterDrizzle {
  return new DatabaseLimiter(options);
}
