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
import { daysOf, type PeriodDays, periodsOf } from "./period.ts";
import * as repository from "./repository.ts";

export type Statistics = {
  current: Totals;
  previous: Totals;
  volumes: DailyVolume[];
  outcomes: DailyOutcomes[];
};

/** A payment counts on the UTC day of its outcome. */
export function createStatistics({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async read(input: { accountId: string; mode: Mode; days: PeriodDays }): Promise<Statistics> {
      const now = clock.now();
      const { accountId, mode } = input;
      const filter = { accountId, mode, ...periodsOf(now, input.days) };
      const [rows, times] = await Promise.all([
        repository.listDays(db, filter),
        repository.timesToPay(db, filter),
      ]);
      const current = rows.filter(({ isCurrent }) => isCurrent);
      const previous = rows.filter(({ isCurrent }) => !isCurrent);
      const days = daysOf(now, input.days);
      return {
        current: toTotals(current, times.get(true)),
        previous: toTotals(previous, times.get(false)),
        volumes: toDailyVolumes(current, days),
        outcomes: toDailyOutcomes(current, days),
      };
    },
  };
}
