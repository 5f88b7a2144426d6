import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Mode } from "#lib/platform/mode.ts";
import {
  type DailyOutcomes,
  type DailyVolume,
  type Totals,
  toDailyOutcomes,
  toDailyVolumes,
  toTotals,
} from "./figures.ts";
import { daysOf, type PeriodDays, previousOf } from "./period.ts";
import * as repository from "./repository.ts";

export type Statistics = {
  current: Totals;
  previous: Totals;
  /** Start of the first day. */
  from: Date;
  volumes: DailyVolume[];
  outcomes: DailyOutcomes[];
};

type Input = { accountId: string; mode: Mode; days: PeriodDays; zone: string };

/** A payment counts on the day of its outcome, in the time zone of the reader. */
export function createStatistics({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async read({ accountId, mode, days, zone }: Input): Promise<Statistics> {
      const now = clock.now();
      const starts = daysOf(now, days, zone);
      const current = { from: starts[0]?.at ?? now, to: now };
      const filter = { accountId, mode, starts, current, previous: previousOf(current, days) };
      const [rows, times] = await Promise.all([
        repository.listDays(db, filter),
        repository.timesToPay(db, filter),
      ]);
      const recent = rows.flatMap(({ dayNumber, ...row }) => {
        const start = starts[dayNumber - 1];
        return start ? { ...row, day: start.day } : [];
      });
      const earlier = rows.filter(({ dayNumber }) => dayNumber === 0);
      const names = starts.map(({ day }) => day);
      return {
        current: toTotals(recent, times.get(true)),
        previous: toTotals(earlier, times.get(false)),
        from: current.from,
        volumes: toDailyVolumes(recent, names),
        outcomes: toDailyOutcomes(recent, names),
      };
    },
  };
}
