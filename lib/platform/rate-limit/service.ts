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

type LimitsDeps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  logger: Pick<Logger, "warn">;
  /** Multiplies the limits of merchants' servers. */
  factor: number;
};

export type Limits = ReturnType<typeof createLimits>;

type Deps = LimitsDeps & {
  counters: Map<string, ReturnType<typeof createCounter>>;
  reports: Set<Promise<void>>;
};

const NONE: CounterStatus = { isOver: false, left: 0, msLeft: 0 };

/** Stores keyed digests: keys may be personal. Without the database, each process counts alone. */
export function createLimits(given: LimitsDeps) {
  const deps: Deps = { ...given, counters: new Map(), reports: new Set() };
  const { db, clock, reports } = deps;
  return {
    look: (name: FastName, key: string) => look(deps, name, key),
    count: (name: FastName, key: string) => count(deps, name, key),
    take: (name: LimitName, key: string) => take(deps, name, key),
    giveBack: (name: StrictName, key: string) => giveBack(deps, name, key),
    forgive: (name: StrictName, key: string) => forgive(deps, name, key),

    purge: () => repository.removeOver(db, clock.now().getTime()),

    /** Call before the database closes. */
    async settled(): Promise<void> {
      await Promise.all(reports);
    },
  };
}

function look(deps: Deps, name: FastName, key: string): LimitStatus {
  return toStatus(
    deps,
    name,
    countersOf(deps, name, key).map((each) => each.counter.look(each.key)),
  );
}

/** Counts unless over. */
function count(deps: Deps, name: FastName, key: string): LimitStatus {
  const counters = countersOf(deps, name, key);
  const before = counters.map((each) => each.counter.look(each.key));
  // Not counted, so it uses up nothing of the networks around it.
  if (before.some(({ isOver }) => isOver)) return toStatus(deps, name, before);
  const counted = counters.map((each) => each.counter.count(each.key));
  for (const { sharing } of counted) if (sharing !== undefined) follow(deps, name, sharing);
  return toStatus(deps, name, counted);
}

/**
 * Do not call for a strict limit inside a database transaction.
 * @throws AppError with the limit's code and the time until the window ends
 */
async function take(deps: Deps, name: LimitName, key: string): Promise<void> {
  if (isStrict(name)) return takeStrictly(deps, name, key);
  const status = count(deps, name, key);
  if (status.isOver) throw refusal(status);
}

async function takeStrictly(deps: Deps, name: StrictName, key: string): Promise<void> {
  // In sequence: a refusal for one network does not count for wider ones.
  for (const each of countersOf(deps, name, key)) {
    const row = await addStored(deps, name, each.key, 1);
    const status = row
      ? {
          isOver: row.points > pointsOf(deps, name) * each.times,
          left: 0,
          msLeft: row.endsAt - deps.clock.now().getTime(),
        }
      : each.counter.count(each.key);
    if (status.isOver) throw refusal(toStatus(deps, name, [status]));
  }
}

async function giveBack(deps: Deps, name: StrictName, key: string): Promise<void> {
  for (const each of countersOf(deps, name, key)) await addStored(deps, name, each.key, -1);
}

async function forgive(deps: Deps, name: StrictName, key: string): Promise<void> {
  counterOf(deps, name, 1).forget(key);
  await repository
    .remove(deps.db, storedKey(deps, name, key))
    .catch((err: unknown) => warn(deps, name, err));
}

async function addStored(deps: Deps, name: StrictName, key: string, points: number) {
  const { db, clock } = deps;
  const at = clock.now().getTime();
  const endsAt = at + LIMITS[name].seconds * 1000;
  const change = { key: storedKey(deps, name, key), points, now: at, endsAt };
  return repository.add(db, change).catch((err: unknown) => warn(deps, name, err));
}

function follow(deps: Deps, name: FastName, sharing: Promise<void>): void {
  const { reports } = deps;
  const reported = sharing
    .catch((err: unknown) => warn(deps, name, err))
    .finally(() => reports.delete(reported));
  reports.add(reported);
}

function toStatus(
  deps: Deps,
  name: LimitName,
  [first = NONE, ...wider]: CounterStatus[],
): LimitStatus {
  const { isOver, left, msLeft } = wider.find((status) => status.isOver) ?? first;
  const resetSeconds = Math.ceil(msLeft / 1000);
  return {
    name,
    points: pointsOf(deps, name),
    seconds: LIMITS[name].seconds,
    left,
    isOver,
    resetSeconds,
  };
}

function countersOf(deps: Deps, name: LimitName, key: string) {
  const { isOfAddress }: Limit = LIMITS[name];
  const networks = isOfAddress ? networksOf(key) : [{ key, times: 1 }];
  return networks.map(({ key, times }) => ({ key, times, counter: counterOf(deps, name, times) }));
}

function counterOf(deps: Deps, name: LimitName, times: number) {
  const { db, clock, counters } = deps;
  const id = `${name} ${times}`;
  const known = counters.get(id);
  if (known) return known;
  const { seconds, isStrict }: Limit = LIMITS[name];
  const windowMs = seconds * 1000;
  const report = (key: string, points: number, endsAt: number) =>
    repository.addToWindow(db, { key: storedKey(deps, name, key), points, windowMs, endsAt });
  const now = () => clock.now().getTime();
  const points = pointsOf(deps, name) * times;
  const added = createCounter({ points, windowMs, now, report: isStrict ? undefined : report });
  counters.set(id, added);
  return added;
}

function pointsOf({ factor }: Deps, name: LimitName): number {
  const { points, isStretched }: Limit = LIMITS[name];
  return isStretched ? Math.max(1, Math.round(points * factor)) : points;
}

function storedKey({ seal }: Deps, name: LimitName, key: string): string {
  return `${name}:${seal.mac(key, `rate-limit:${name}`)}`;
}

function warn({ logger }: Deps, name: LimitName, err: unknown): undefined {
  logger.warn({ err, limit: name }, "a rate limit is counted only in this process");
}

function isStrict(name: LimitName): name is StrictName {
  const { isStrict = false }: Limit = LIMITS[name];
  return isStrict;
}

/** One caller per `key` and interval, over all processes. Do not call inside a database transaction. */
export async function takeTurn(
  { db, clock }: { db: Database; clock: Clock },
  key: string,
  intervalMs: number,
): Promise<boolean> {
  const now = clock.now().getTime();
  const { points } = await repository.add(db, { key, points: 1, now, endsAt: now + intervalMs });
  return points === 1;
}
