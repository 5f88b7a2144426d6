import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import type { Along } from "#lib/console/paths/links.ts";
import type { DailyOutcomes, DailyVolume, Totals } from "#lib/console/statistics/figures.ts";
import type { PeriodDays } from "#lib/console/statistics/period.ts";
import { utcTime } from "#lib/platform/i18n/exact-time.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { createFigureText } from "./figure-text.ts";
import { OutcomesChart } from "./outcomes-chart.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { Tiles } from "./tiles.tsx";
import { VolumeChart } from "./volume-chart.tsx";

type Props = {
  text: MerchantText;
  statistics: {
    current: Totals;
    previous: Totals;
    from: Date;
    volumes: DailyVolume[];
    outcomes: DailyOutcomes[];
  };
  days: PeriodDays;
  zone: string;
  along: Along;
  empty: ReactNode;
};

export function Figures({ text, statistics, days, zone, along, empty }: Props) {
  const words = text.messages.overview;
  const figures = createFigureText(text);
  const { current, previous, volumes, outcomes } = statistics;
  const [first, last] = [outcomes.at(0)?.day ?? "", outcomes.at(-1)?.day ?? ""];
  return (
    <section aria-labelledby="figures" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="figures" className="font-semibold text-lg">
            {words.figures}
          </h2>
          <p className="text-muted text-sm">
            <span
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the hint must be reachable by keyboard
              tabIndex={0}
              className="hinted"
              data-hint={text.format(words.rangeStart, { at: utcTime(statistics.from) })}
            >
              {text.format(words.range, {
                from: figures.shortDay(first),
                to: figures.shortDay(last),
                zone,
              })}
            </span>
          </p>
        </div>
        <PeriodChoice text={text} days={days} along={along} />
      </div>
      {current.ended + previous.ended === 0 && empty}
      {current.ended + previous.ended > 0 && (
        <Tiles text={text} current={current} previous={previous} days={days} />
      )}
      {current.ended > 0 && (
        <div className="grid gap-4 xl:grid-cols-2">
          {volumes.map((volume) => (
            <Chart key={volume.currency}>
              <VolumeChart text={text} volume={volume} />
            </Chart>
          ))}
          <Chart>
            <OutcomesChart text={text} outcomes={outcomes} />
          </Chart>
        </div>
      )}
    </section>
  );
}

/** Takes the whole row while its table is open, and if it is the last of an odd number. */
function Chart({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 has-[details[open]]:col-span-full last:odd:col-span-full">
      <Card>{children}</Card>
    </div>
  );
}
