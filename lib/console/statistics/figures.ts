import type { FailureReason } from "#lib/payments/transactions/status.ts";

/** What ended with one outcome on one day, in one currency; `total` in its minor units. */
export type DayRow = {
  day: string;
  currency: string;
  status: "succeeded" | "failed";
  failureReason: FailureReason | null;
  payments: number;
  total: bigint;
};

/** Milliseconds from creation to success; half and nine tenths of the payments took no longer. */
export type TimesToPay = { medianMs: number; ninetiethMs: number };

/** Figures of one period. `volumes` holds each currency anything was paid in, in minor units. */
export type Totals = {
  ended: number;
  succeeded: number;
  /** Succeeded of all that ended, 0 … 1; none where nothing ended. */
  successRate: number | undefined;
  volumes: ReadonlyMap<string, bigint>;
  timesToPay: TimesToPay | undefined;
};

/** What was paid in one currency, day by day in minor units. */
export type DailyVolume = { currency: string; days: { day: string; total: bigint }[] };

/** How payments ended on one day. */
export type DailyOutcomes = {
  day: string;
  succeeded: number;
  failed: Partial<Record<FailureReason, number>>;
};

/** Adds up the rows of one period. */
export function toTotals(rows: DayRow[], timesToPay: TimesToPay | undefined): Totals {
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

/** What was paid on each of `days`, by currency; the one with the most payments first. */
export function toDailyVolumes(rows: DayRow[], days: string[]): DailyVolume[] {
  const paid = rows.filter(({ status }) => status === "succeeded");
  const byCurrency = [...Map.groupBy(paid, ({ currency }) => currency)];
  byCurrency.sort(([a, left], [b, right]) => countOf(right) - countOf(left) || (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => {
    const totals = new Map(own.map(({ day, total }) => [day, total]));
    return { currency, days: days.map((day) => ({ day, total: totals.get(day) ?? 0n })) };
  });
}

/** How payments ended on each of `days`, whatever their currency. */
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
