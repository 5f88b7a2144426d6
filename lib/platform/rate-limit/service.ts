import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { networksOf } from "#lib/platform/http/client-address.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type CounterStatus, createCounter } from "./counter.ts";
import {
  type FastName,
  LIMITS,
  type Limit,
  type LimitName,
  type LimitStatus,
  refusal,
  type StrictName,
} from "./limits.ts";
import * as repository from "./repository.ts";

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Pick<Logger, "warn">;
  /** Multiplies the limits of merchants' servers. */
  factor: number;
};

export type Limits = ReturnType<typeof createLimits>;

const NONE: CounterStatus = { isOver: false, left: 0, msLeft: 0 };

/** Keys may be personal addresses, so only keyed digests are stored. Without the database, each process counts alone. */
export function createLimits({ db, clock, seal, logger, factor }: Deps) {
  const now = () => clock.now().getTime();
  const counters = new Map<string, ReturnType<typeof createCounter>>();
  const reports = new Set<Promise<void>>();

  const storedKey = (name: LimitName, key: string) =>
    `${name}:${seal.mac(key, `rate-limit:${name}`)}`;

  function warn(name: LimitName, err: unknown): undefined {
    logger.warn({ err, limit: name }, "a rate limit is counted only in this process");
  }

  function pointsOf(name: LimitName): number {
    const { points, isStretched }: Limit = LIMITS[name];
    return isStretched ? Math.max(1, Math.round(points * factor)) : points;
  }

  function counterOf(name: LimitName, times: number) {
    const id = `${name} ${times}`;
    const known = counters.get(id);
    if (known) return known;
    const { seconds, isStrict }: Limit = LIMITS[name];
    const windowMs = seconds * 1000;
    const report = (key: string, points: number, endsAt: number) =>
      repository.addToWindow(db, { key: storedKey(name, key), points, windowMs, endsAt });
    const points = pointsOf(name) * times;
    const added = createCounter({ points, windowMs, now, report: isStrict ? undefined : report });
    counters.set(id, added);
    return added;
  }

  /** Narrowest network first. */
  function countersOf(name: LimitName, key: string) {
    const { isOfAddress }: Limit = LIMITS[name];
    const networks = isOfAddress ? networksOf(key) : [{ key, times: 1 }];
    return networks.map(({ key, times }) => ({ key, times, counter: counterOf(name, times) }));
  }

  function toStatus(name: LimitName, [first = NONE, ...wider]: CounterStatus[]): LimitStatus {
    const { isOver, left, msLeft } = wider.find((status) => status.isOver) ?? first;
    const resetSeconds = Math.ceil(msLeft / 1000);
    return {
      name,
      points: pointsOf(name),
      seconds: LIMITS[name].seconds,
      left,
      isOver,
      resetSeconds,
    };
  }

  /** Without counting. */
  function look(name: FastName, key: string): LimitStatus {
    return toStatus(
      name,
      countersOf(name, key).map((each) => each.counter.look(each.key)),
    );
  }

  function follow(name: FastName, sharing: Promise<void>): void {
    const reported = sharing
      .catch((err: unknown) => warn(name, err))
      .finally(() => reports.delete(reported));
    reports.add(reported);
  }

  /** Counts unless over. */
  function count(name: FastName, key: string): LimitStatus {
    const counters = countersOf(name, key);
    const before = counters.map((each) => each.counter.look(each.key));
    // A refused request is not counted, so it uses up nothing of the networks around it.
    if (before.some(({ isOver }) => isOver)) return toStatus(name, before);
    const counted = counters.map((each) => each.counter.count(each.key));
    for (const { sharing } of counted) if (sharing !== undefined) follow(name, sharing);
    return toStatus(name, counted);
  }

  async function addStored(name: StrictName, key: string, points: number) {
    const at = now();
    const endsAt = at + LIMITS[name].seconds * 1000;
    const change = { key: storedKey(name, key), points, now: at, endsAt };
    return repository.add(db, change).catch((err: unknown) => warn(name, err));
  }

  async function takeStrictly(name: StrictName, key: string): Promise<void> {
    // In sequence: a refusal for one network does not count for wider ones.
    for (const each of countersOf(name, key)) {
      const row = await addStored(name, each.key, 1);
      const status = row
        ? { isOver: row.points > pointsOf(name) * each.times, left: 0, msLeft: row.endsAt - now() }
        : each.counter.count(each.key);
      if (status.isOver) throw refusal(toStatus(name, [status]));
    }
  }

  return {
    look,
    count,

    /**
     * Do not call for a strict limit inside a database transaction.
     * @throws AppError with the limit's code and the time until the window ends
     */
    async take(name: LimitName, key: string): Promise<void> {
      if (isStrict(name)) return takeStrictly(name, key);
      const status = count(name, key);
      if (status.isOver) throw refusal(status);
    },

    /** Takes back one count, such as after a correct attempt. */
    async giveBack(name: StrictName, key: string): Promise<void> {
      for (const each of countersOf(name, key)) await addStored(name, each.key, -1);
    },

    /** Keeps the counts of the networks around an address. */
    async forgive(name: StrictName, key: string): Promise<void> {
      counterOf(name, 1).forget(key);
      await repository.remove(db, storedKey(name, key)).catch((err: unknown) => warn(name, err));
    },

    /** Deletes finished windows. Returns their number. */
    purge: (): Promise<number> => repository.removeOver(db, now()),

    /** Call before the database closes. */
    async settled(): Promise<void> {
      await Promise.all(reports);
    },
  };
}

function isStrict(name: LimitName): name is StrictName {
  const { isStrict = false }: Limit = LIMITS[name];
  return isStrict;
}

/**
 * Lets one caller through per `key` and interval, over all processes; returns false to others. Do not call inside a database
 * transaction.
 */
export async function takeTurn(
  { db, clock }: { db: Database; clock: Clock },
  key: string,
  intervalMs: number,
): Promise<boolean> {
  const now = clock.now().getTime();
  const { points } = await repository.add(db, { key, points: 1, now, endsAt: now + intervalMs });
  return points === 1;
}
