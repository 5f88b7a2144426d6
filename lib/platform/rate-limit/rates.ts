import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { NETWORK_TIMES, networksOf } from "#lib/platform/http/client-address.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createCounter, type Standing } from "./counter.ts";
import { createCounterRepository } from "./repository.ts";

type Rate = {
  /** How many are let through in one window. */
  points: number;
  /** How long a window lasts. Those of all processes begin at the same multiples of it. */
  seconds: number;
  /** Whether the operator's factor applies: to what merchants' servers do on purpose. */
  isStretched?: boolean;
  /** Whether the key is a network address, which counts for the networks around it too. */
  isOfAddress?: boolean;
};

/** How fast the API and the payers' pages may be used; docs/limits.md explains each number. */
export const RATES = {
  // Of one API key, its JWTs included.
  "key-reads": { points: 500, seconds: 10, isStretched: true },
  "key-writes": { points: 200, seconds: 10, isStretched: true },
  // Of one account in one mode.
  "account-creations": { points: 300, seconds: 10, isStretched: true },
  // Of one address.
  "failed-credentials": { points: 100, seconds: 60, isOfAddress: true },
  "unknown-payments": { points: 60, seconds: 60, isOfAddress: true },
  "embed-checks": { points: 120, seconds: 60, isOfAddress: true },
  "payer-steps": { points: 300, seconds: 60, isOfAddress: true },
  "status-looks": { points: 1200, seconds: 60, isOfAddress: true },
} as const satisfies Record<string, Rate>;

const ONCE: readonly number[] = [1];
const NONE: Standing = { isOver: false, left: 0, msLeft: 0 };

export type RateName = keyof typeof RATES;

/** How something stands with one rate: what is `left` of `points` for the rest of the window. */
export type RateStatus = {
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
    Object.entries<Rate>(RATES).map(([name, rate]) => {
      const { points, seconds, isStretched, isOfAddress } = rate;
      const stretched = isStretched ? Math.max(1, Math.round(points * factor)) : points;
      const windowMs = seconds * 1000;
      const tell = async (key: string, added: number, endsAt: number) => {
        const stored = `${name}:${seal.mac(key, `rate-limit:${name}`)}`;
        return repository.addToWindow({ key: stored, points: added, windowMs, expire: endsAt });
      };
      const counters = new Map(
        (isOfAddress ? NETWORK_TIMES : ONCE).map((times) => [
          times,
          createCounter({ points: stretched * times, windowMs, now, tell }),
        ]),
      );
      return [name, { counters, points: stretched, seconds, isOfAddress }];
    }),
  );

  function limiterOf(name: RateName) {
    const limiter = limiters.get(name);
    if (!limiter) throw new RangeError(`no rate ${name}`);
    return limiter;
  }

  /** What `key` is counted by: for an address, one counter for each network around it. */
  function countersOf(name: RateName, key: string) {
    const { counters, isOfAddress } = limiterOf(name);
    const networks = isOfAddress ? networksOf(key) : [{ key, times: 1 }];
    return networks.flatMap((network) => {
      const counter = counters.get(network.times);
      return counter ? [{ counter, key: network.key }] : [];
    });
  }

  function follow(name: RateName, telling: Promise<void>): void {
    const told = telling
      .catch((err: unknown) => {
        logger.warn({ err, limit: name }, "a limit is counted in this process alone");
      })
      .finally(() => underWay.delete(told));
    underWay.add(told);
  }

  function toStatus(name: RateName, [first, ...wider]: Standing[]): RateStatus {
    const { points, seconds } = limiterOf(name);
    const { isOver, left, msLeft } = wider.find((status) => status.isOver) ?? first ?? NONE;
    return { name, points, seconds, left, isOver, resetSeconds: Math.ceil(msLeft / 1000) };
  }

  /** How `key` stands with `name`, without counting. */
  function look(name: RateName, key: string): RateStatus {
    return toStatus(
      name,
      countersOf(name, key).map((each) => each.counter.look(each.key)),
    );
  }

  /** Counts one more unless there were too many already, which `isOver` then says. */
  function count(name: RateName, key: string): RateStatus {
    const before = look(name, key);
    // A refused request is not counted, so it uses up nothing of the networks around it.
    if (before.isOver) return before;
    const counted = countersOf(name, key).map((each) => each.counter.count(each.key));
    for (const { telling } of counted) if (telling) follow(name, telling);
    return toStatus(name, counted);
  }

  return {
    look,
    count,

    /** Counts one more. Throws `too_many_requests` when there were too many already. */
    take(name: RateName, key: string): void {
      const status = count(name, key);
      if (status.isOver) throw refusal(status);
    },

    /** Waits until all that is being told is stored; before the database is closed. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

/** The failure of whoever was too fast, with the time until the window is over. */
export function refusal({ resetSeconds }: Pick<RateStatus, "resetSeconds">): AppError {
  return new AppError("too_many_requests", { retryAfterSeconds: Math.max(1, resetSeconds) });
}
