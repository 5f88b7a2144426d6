import { FAILURE_REASONS, type FailureReason } from "#lib/payments/model/status.ts";

/** `total`: of those that succeeded, in minor units. */
export type Counts = {
  currency: string;
  succeeded: number;
  total: bigint;
  failed: Record<FailureReason, number>;
};

export type DayCounts = Counts & { day: string };

export type TimesToPay = { medianMs: number; ninetiethMs: number };

/** `volumes`: paid amounts by currency, in minor units. */
export type Totals = {
  ended: number;
  succeeded: number;
  /** 0 to 1; `undefined` where nothing ended. */
  successRate: number | undefined;
  volumes: ReadonlyMap<string, bigint>;
  timesToPay: TimesToPay | undefined;
};

/** In minor units. */
export type DailyVolume = { currency: string; days: { day: string; total: bigint }[] };

export type DailyOutcomes = {
  day: string;
  succeeded: number;
  failed: Partial<Record<FailureReason, number>>;
};

export function toTotals(counts: Counts[], timesToPay: TimesToPay | undefined): Totals {
  const succeeded = sumOf(counts, (one) => one.succeeded);
  const ended = sumOf(FAILURE_REASONS, (reason) => failedBy(counts, reason)) + succeeded;
  const volumes = new Map<string, bigint>();
  for (const { currency, total } of counts.filter(isPaid)) {
    volumes.set(currency, (volumes.get(currency) ?? 0n) + total);
  }
  return {
    ended,
    succeeded,
    successRate: ended === 0 ? undefined : succeeded / ended,
    volumes,
    timesToPay,
  };
}

export function toDailyVolumes(counts: DayCounts[], days: string[]): DailyVolume[] {
  const byCurrency = [...Map.groupBy(counts.filter(isPaid), ({ currency }) => currency)];
  const paid = (own: Counts[]) => sumOf(own, ({ succeeded }) => succeeded);
  byCurrency.sort(([a, left], [b, right]) => paid(right) - paid(left) || (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => {
    const totals = new Map(own.map(({ day, total }) => [day, total]));
    return { currency, days: days.map((day) => ({ day, total: totals.get(day) ?? 0n })) };
  });
}

export function toDailyOutcomes(counts: DayCounts[], days: string[]): DailyOutcomes[] {
  const byDay = Map.groupBy(counts, ({ day }) => day);
  return days.map((day) => {
    const own = byDay.get(day) ?? [];
    const failed: DailyOutcomes["failed"] = {};
    for (const reason of FAILURE_REASONS) {
      const payments = failedBy(own, reason);
      if (payments > 0) failed[reason] = payments;
    }
    return { day, succeeded: sumOf(own, ({ succeeded }) => succeeded), failed };
  });
}

const isPaid = ({ succeeded }: Counts) => succeeded > 0;

const failedBy = (counts: Counts[], reason: FailureReason) =>
  sumOf(counts, ({ failed }) => failed[reason]);

function sumOf<T>(values: readonly T[], numberOf: (value: T) => number): number {
  return values.reduce((sum, value) => sum + numberOf(value), 0);
}
