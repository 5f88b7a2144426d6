import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { NETWORK_TIMES, networksOf } from "#lib/platform/http/client-address.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createCounter, type Standing } from "./counter.ts";
import { createCounterRepository } from "./repository.ts";

type Rate = {
  /** Per window. */
  points: number;
  /** Windows of all processes start at the same multiples of this. */
  seconds: number;
  /** The operator's factor applies: for requests of merchants' servers. */
  isStretched?: boolean;
  /** Also counts for the networks around the address. */
  isOfAddress?: boolean;
};

/** docs/limits.md explains each number. */
export const RATES = {
  // Per API key, with its JWTs.
  "key-reads": { points: 500, seconds: 10, isStretched: true },
  "key-writes": { points: 200, seconds: 10, isStretched: true },
  // Per account and mode.
  "account-creations": { points: 300, seconds: 10, isStretched: true },
  // Per address.
  "failed-credentials": { points: 100, seconds: 60, isOfAddress: true },
  "unknown-payments": { points: 60, seconds: 60, isOfAddress: true },
  "embed-checks": { points: 120, seconds: 60, isOfAddress: true },
  "payer-steps": { points: 300, seconds: 60, isOfAddress: true },
  "status-looks": { points: 1200, seconds: 60, isOfAddress: true },
} as const satisfies Record<string, Rate>;

const ONCE: readonly number[] = [1];
const NONE: Standing = { isOver: false, left: 0, msLeft: 0 };

export type RateName = keyof typeof RATES;

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
  /** Multiplies the rates of merchants' servers. */
  factor: number;
};

export type Rates = ReturnType<typeof createRates>;

/** Counts in this process and shares through the database, but neither waits for it nor fails without it. */
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

  /** For an address, one counter per network around it. */
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

  /** Without counting. */
  function look(name: RateName, key: string): RateStatus {
    return toStatus(
      name,
      countersOf(name, key).map((each) => each.counter.look(each.key)),
    );
  }

  /** Counts unless over. */
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

    /** @throws AppError `too_many_requests` */
    take(name: RateName, key: string): void {
      const status = count(name, key);
      if (status.isOver) throw refusal(status);
    },

    /** Call before the database closes. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export function refusal({ resetSeconds }: Pick<RateStatus, "resetSeconds">): AppError {
  return new AppError("too_many_requests", { retryAfterSeconds: Math.max(1, resetSeconds) });
}
