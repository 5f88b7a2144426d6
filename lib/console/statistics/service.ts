import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import {
  type Counts,
  type DailyOutcomes,
  type DailyVolume,
  type Totals,
  toDailyOutcomes,
  toDailyVolumes,
  toTotals,
} from "./figures.ts";
import { daysOf, type Period, type PeriodDays, previousOf, startOfQuarterHour } from "./period.ts";
import type { Owner } from "./repository.ts";
import * as repository from "./repository.ts";

export type Statistics = {
  current: Totals;
  previous: Totals;
  from: Date;
  volumes: DailyVolume[];
  outcomes: DailyOutcomes[];
};

type Input = { accountId: string; mode: Mode; days: PeriodDays; zone: string };

const MOST_TIMED = 5_000;

type Deps = { db: Database; clock: Clock; mostTimed?: number };

/** Counts a payment on the day of its outcome, in the reader's time zone. */
export function createStatistics({ db, clock, mostTimed = MOST_TIMED }: Deps) {
  async function totalsOf(owner: Owner, period: Period, counts: Counts[]): Promise<Totals> {
    const succeeded = counts.reduce((sum, one) => sum + one.succeeded, 0);
    const halvings = Math.max(0, Math.ceil(Math.log2(succeeded / mostTimed)));
    return toTotals(counts, await repository.timesToPay(db, owner, period, 2 ** halvings));
  }

  async function read({ accountId, mode, days, zone }: Input): Promise<Statistics> {
    const now = clock.now();
    const starts = daysOf(now, days, zone);
    const current = { from: starts[0]?.at ?? now, to: now };
    const previous = previousOf(current, days);
    const owner = { accountId, mode };
    // The previous period ends within this quarter of an hour; the rest of it is in neither.
    const lastQuarterHour = startOfQuarterHour(previous.to);
    const [rows, rest] = await Promise.all([
      repository.countByStart(db, owner, { from: previous.from, to: now }, [
        previous.from,
        lastQuarterHour,
        ...starts.map(({ at }) => at),
      ]),
      repository.countEach(db, owner, { from: lastQuarterHour, to: previous.to }),
    ]);
    const recent = rows.flatMap(({ slice, ...counts }) => {
      const start = starts[slice - 3];
      return start ? { ...counts, day: start.day } : [];
    });
    const earlier = [...rows.filter(({ slice }) => slice === 1), ...rest];
    const names = starts.map(({ day }) => day);
    const [totals, previousTotals] = await Promise.all([
      totalsOf(owner, current, recent),
      totalsOf(owner, previous, earlier),
    ]);
    return {
      current: totals,
      previous: previousTotals,
      from: current.from,
      volumes: toDailyVolumes(recent, names),
      outcomes: toDailyOutcomes(recent, names),
    };
  }

  return { read };
}
