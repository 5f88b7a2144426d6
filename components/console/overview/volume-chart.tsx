import { BarChart } from "#components/ui/bar-chart.tsx";
import { axisEnd } from "#components/ui/chart-scale.ts";
import { DataTable } from "#components/ui/data-table.tsx";
import type { DailyVolume } from "#lib/console/statistics/figures.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { createFigureText } from "./figure-text.ts";

type Props = { text: MerchantText; volume: DailyVolume };

export function VolumeChart({ text, volume: { currency, days } }: Props) {
  const words = text.messages.overview;
  const figures = createFigureText(text);
  const money = (total: bigint) => figures.money(total, currency);
  const best = days.reduce((most, day) => (day.total > most.total ? day : most));
  const end = axisEnd(Number(best.total));
  const label = (value: number) => figures.roughMoney(BigInt(value), currency);
  return (
    <BarChart
      id={`volume-${currency}`}
      title={text.format(words.volumeChart, { currency })}
      description={text.format(words.volumeDescription, {
        days: days.length,
        total: money(days.reduce((sum, { total }) => sum + total, 0n)),
        day: figures.fullDay(best.day),
        most: money(best.total),
      })}
      series={[{ key: "paid", label: words.amount, fill: "solid" }]}
      bars={days.map(({ day, total }) => ({
        key: day,
        parts: [Number(total)],
        says: text.format(words.barVolume, { day: figures.fullDay(day), amount: money(total) }),
      }))}
      axis={{
        end,
        endLabel: label(end),
        middleLabel: label(end / 2),
        zeroLabel: label(0),
      }}
      labels={days.map(({ day }) => figures.shortDay(day))}
      tableLabel={words.table}
      table={
        <DataTable
          caption={text.format(words.volumeChart, { currency })}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { key: "day", head: words.day, cell: ({ day }) => figures.fullDay(day) },
            {
              key: "paid",
              head: words.amount,
              cell: ({ total }) => money(total),
              figures: true,
            },
          ]}
        />
      }
    />
  );
}
