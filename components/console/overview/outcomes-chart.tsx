import { BarChart } from "#components/ui/bar-chart.tsx";
import type { ChartFill } from "#components/ui/chart-fill.tsx";
import { axisEnd } from "#components/ui/chart-scale.ts";
import { DataTable } from "#components/ui/data-table.tsx";
import type { DailyOutcomes } from "#lib/console/statistics/figures.ts";
import type { FailureReason } from "#lib/payments/model/status.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { createFigureText } from "./figure-text.ts";

type Outcome = "succeeded" | FailureReason;

// From the bottom of a bar to the top.
const FILLS: Record<Outcome, ChartFill> = {
  succeeded: "solid",
  declined: "strong",
  expired: "rising",
  cancelled: "dots",
  superseded: "sparse",
  verification_failed: "lines",
  bank_unavailable: "cross",
};
const OUTCOMES = Object.keys(FILLS) as Outcome[];

type Props = { text: MerchantText; outcomes: DailyOutcomes[] };

export function OutcomesChart({ text, outcomes: days }: Props) {
  const words = text.messages.overview;
  const figures = createFigureText(text);
  // The legend omits outcomes that never happened.
  const shown = OUTCOMES.filter(
    (outcome) => outcome === "succeeded" || days.some((day) => countOf(day, outcome) > 0),
  );
  const endedOn = (day: DailyOutcomes) =>
    shown.reduce((sum, outcome) => sum + countOf(day, outcome), 0);
  const paid = days.reduce((sum, { succeeded }) => sum + succeeded, 0);
  const all = days.reduce((sum, day) => sum + endedOn(day), 0);
  const end = axisEnd(Math.max(...days.map(endedOn)));
  return (
    <BarChart
      id="outcomes"
      title={words.outcomesChart}
      description={text.format(words.outcomesDescription, {
        days: days.length,
        paid,
        failed: all - paid,
      })}
      series={shown.map((outcome) => ({
        key: outcome,
        label: words.outcomes[outcome],
        fill: FILLS[outcome],
      }))}
      bars={days.map((day) => ({
        key: day.day,
        parts: shown.map((outcome) => countOf(day, outcome)),
        says: text.format(words.barOutcomes, {
          day: figures.fullDay(day.day),
          outcomes: describeOutcomes(text, shown, day),
        }),
      }))}
      axis={{
        end,
        endLabel: figures.count(end),
        middleLabel: figures.count(end / 2),
        zeroLabel: figures.count(0),
      }}
      labels={days.map(({ day }) => figures.shortDay(day))}
      tableLabel={words.table}
      table={
        <DataTable
          caption={words.outcomesChart}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { key: "day", head: words.day, cell: ({ day }) => figures.fullDay(day) },
            ...shown.map((outcome) => ({
              key: outcome,
              head: words.outcomes[outcome],
              cell: (day: DailyOutcomes) => figures.count(countOf(day, outcome)),
              figures: true,
            })),
          ]}
        />
      }
    />
  );
}

function describeOutcomes(text: MerchantText, shown: Outcome[], day: DailyOutcomes): string {
  const words = text.messages.overview;
  const counts = shown
    .map((outcome) => ({ outcome: words.outcomes[outcome], count: countOf(day, outcome) }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return words.noPayments;
  const figures = createFigureText(text);
  return counts
    .map(({ outcome, count }) =>
      text.format(words.outcomeCount, { outcome, count: figures.count(count) }),
    )
    .join(", ");
}

function countOf(day: DailyOutcomes, outcome: Outcome): number {
  return outcome === "succeeded" ? day.succeeded : (day.failed[outcome] ?? 0);
}
