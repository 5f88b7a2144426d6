import type { FailureReason, Outcome } from "#lib/payments/transactions/status.ts";

/** `total` in minor units of `currency`. */
export type DayRow = {
  day: string;
  currency: string;
  status: Outcome;
  failureReason: FailureReason | null;
  payments: number;
  total: bigint;
};

/** From creation to success. */
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

export function toTotals(rows: Omit<DayRow, "day">[], timesToPay: TimesToPay | undefined): Totals {
  const paid = rows.filter(({ status }) => status === "succeeded");
  const ended = countOf(rows);
  const succeeded = countOf(paid);
  const volumes = new Map<string, bigint>();
  for (const { currency, total } of paid) {
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

/** The currency with the most payments comes first. */
export function toDailyVolumes(rows: DayRow[], days: string[]): DailyVolume[] {
  const paid = rows.filter(({ status }) => status === "succeeded");
  const byCurrency = [...Map.groupBy(paid, ({ currency }) => currency)];
  byCurrency.sort(([a, left], [b, right]) => countOf(right) - countOf(left) || (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => {
    const totals = new Map(own.map(({ day, total }) => [day, total]));
    return { currency, days: days.map((day) => ({ day, total: totals.get(day) ?? 0n })) };
  });
}

export function toDailyOutcomes(rows: DayRow[], days: string[]): DailyOutcomes[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((day) => {
    const own = byDay.get(day) ?? [];
    const failed: DailyOutcomes["failed"] = {};
    for (const { failureReason, payments } of own) {
      if (failureReason) failed[failureReason] = (failed[failureReason] ?? 0) + payments;
    }
    return {
      day,
      succeeded: countOf(own.filter(({ status }) => status === "succeeded")),
      failed,
    };
  });
}

function countOf(rows: Pick<DayRow, "payments">[]): number {
  return rows.reduce((sum, { payments }) => sum + payments, 0);
}
