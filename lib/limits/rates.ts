import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { Logger } from "#lib/logger.ts";
import type { Seal } from "#lib/seal.ts";
import { createCounter } from "./counter.ts";
import { createCounterRepository } from "./repository.ts";

type Rate = {
  /** How many are let through in one window. */
  points: number;
  /** How long a window lasts. Those of all processes begin at the same multiples of it. */
  seconds: number;
  /** Whether the operator's factor applies: to what merchants' servers do on purpose. */
  isStretched?: boolean;
};

/** How fast the API and the payers' pages may be used; docs/limits.md explains each number. */
export const RATES = {
  // Of one API key, its JWTs included.
  "key-reads": { points: 500, seconds: 10, isStretched: true },
  "key-writes": { points: 200, seconds: 10, isStretched: true },
  // Of one account in one mode.
  "account-creations": { points: 300, seconds: 10, isStretched: true },
  // Of one address.
  "failed-credentials": { points: 100, seconds: 60 },
  "unknown-payments": { points: 60, seconds: 60 },
  "embed-checks": { points: 120, seconds: 60 },
  "payer-steps": { points: 300, seconds: 60 },
  "status-looks": { points: 1200, seconds: 60 },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** How something stands with one rate: what is `left` of `points` for the rest of the window. */
export type RateStanding = {
  name: RateName;
  points: number;
  seconds: number;
  left: number;
  resetSeconds: number;
  isOver: boolean;
};

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Pick<Logger, "warn">;
  /** How many times the numbers of {@link RATES} merchants' servers are given. */
  factor: number;
};

export type Rates = ReturnType<typeof createRates>;

/**
 * How fast something may be used, counted in this process and shared with the others by the database. Nothing here waits
 * for the database, and nothing fails without it.
 */
export function createRates({ db, clock, seal, logger, factor }: Deps) {
  const repository = createCounterRepository(db);
  const now = () => clock.now().getTime();
  const underWay = new Set<Promise<void>>();
  const limiters = new Map(
    Object.entries<Rate>(RATES).map(([name, { points, seconds, isStretched }]) => {
      const stretched = isStretched ? Math.max(1, Math.round(points * factor)) : points;
      const tell = async (key: string, added: number, endsAt: number) => {
        const stored = `${name}:${seal.mac(key, `rate-limit:${name}`)}`;
        const windowMs = seconds * 1000;
        return repository.addToWindow({ key: stored, points: added, windowMs, expire: endsAt });
      };
      const counter = createCounter({ points: stretched, windowMs: seconds * 1000, now, tell });
      return [name, { counter, points: stretched, seconds }];
    }),
  );

  function limiterOf(name: RateName) {
    const limiter = limiters.get(name);
    if (!limiter) throw new RangeError(`no rate ${name}`);
    return limiter;
  }

  function follow(name: RateName, telling: Promise<void>): void {
    const told = telling
      .catch((err: unknown) => {
        logger.warn({ err, limit: name }, "a limit is counted in this process alone");
      })
      .finally(() => underWay.delete(told));
    underWay.add(told);
  }

  /** How `key` stands with `name`, without counting. */
  function look(name: RateName, key: string): RateStanding {
    const { counter, points, seconds } = limiterOf(name);
    const { isOver, left, msLeft } = counter.look(key);
    return { name, points, seconds, left, isOver, resetSeconds: Math.ceil(msLeft / 1000) };
  }

  /** Counts one more unless there were too many already, which `isOver` then says. */
  function count(name: RateName, key: string): RateStanding {
    const { counter, points, seconds } = limiterOf(name);
    const { isOver, left, msLeft, telling } = counter.count(key);
    if (telling) follow(name, telling);
    return { name, points, seconds, left, isOver, resetSeconds: Math.ceil(msLeft / 1000) };
  }

  return {
    look,
    count,

    /** Counts one more. Throws `too_many_requests` when there were too many already. */
    take(name: RateName, key: string): void {
      const standing = count(name, key);
      if (standing.isOver) throw refusal(standing);
    },

    /** Waits until all that is being told is stored; before the database is closed. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

/** The failure of whoever was too fast, with the time until the window is over. */
export function refusal({ resetSeconds }: Pick<RateStanding, "resetSeconds">): AppError {
  return new AppError("too_many_requests", { retryAfterSeconds: Math.max(1, resetSeconds) });
}
