import type { ReactNode } from "react";
import { type ChartFill, ChartFills, FillSwatch, fillOf } from "./chart-fill.tsx";

export type ChartSeries = { key: string; label: string; fill: ChartFill };

/** `parts` has one value per series, bottom up. `says` shows on hover. */
export type ChartBar = { key: string; parts: number[]; says: string };

type Props = {
  id: string;
  title: string;
  description: string;
  /** More than one stacks the bars and adds a legend. */
  series: ChartSeries[];
  bars: ChartBar[];
  axis: { end: number; endLabel: string; middleLabel: string; zeroLabel: string };
  /** One per bar. Above a week, only the first, the middle and the last show. */
  labels: string[];
  tableLabel: string;
  table: ReactNode;
};

/**
 * Geometry is in percent: it scales with the page while strokes and patterns keep their size. The table is the accessible
 * alternative.
 */
export function BarChart({ id, title, description, series, tableLabel, table, ...plot }: Props) {
  return (
    <figure className="grid min-w-0 gap-4" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`} className="font-semibold">
        {title}
      </figcaption>
      {series.length > 1 && <Legend id={id} series={series} />}
      <Plot id={id} title={title} description={description} series={series} {...plot} />
      <details>
        <summary className="link min-h-6 w-fit text-sm">{tableLabel}</summary>
        <div className="mt-3">{table}</div>
      </details>
    </figure>
  );
}

function Plot(props: Omit<Props, "tableLabel" | "table">) {
  const { id, title, description, series, bars, axis, labels } = props;
  const slot = 100 / Math.max(1, bars.length);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs tabular-nums">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-end leading-4">
        <span>{axis.endLabel}</span>
        <span>{axis.middleLabel}</span>
        <span>{axis.zeroLabel}</span>
      </div>
      <svg
        role="img"
        aria-label={title}
        aria-describedby={`${id}-description`}
        className="h-44 w-full overflow-visible"
      >
        <desc id={`${id}-description`}>{description}</desc>
        <defs>
          <ChartFills id={id} fills={series.map(({ fill }) => fill)} />
        </defs>
        {["0%", "50%", "100%"].map((y) => (
          <line
            key={y}
            x1="0"
            x2="100%"
            y1={y}
            y2={y}
            className={`forced-colors:stroke-[GrayText] ${y === "100%" ? "stroke-edge" : "stroke-line"}`}
          />
        ))}
        {bars.map((bar, index) => (
          <Bar
            key={bar.key}
            id={id}
            bar={bar}
            series={series}
            end={axis.end}
            x={index * slot}
            slot={slot}
          />
        ))}
      </svg>
      <Labels labels={labels} />
    </div>
  );
}

const WEEK = 7;

function Labels({ labels }: Pick<Props, "labels">) {
  const middle = Math.floor(labels.length / 2);
  const main = [0, middle, labels.length - 1];
  if (labels.length > WEEK) {
    return (
      <div aria-hidden="true" className="col-start-2 mt-2 flex justify-between gap-2">
        {main.map((index) => (
          <span key={index}>{labels[index]}</span>
        ))}
      </div>
    );
  }
  return (
    <div aria-hidden="true" className="col-start-2 mt-2 flex whitespace-nowrap">
      {labels.map((label, index) => (
        <span
          key={label}
          className={`flex min-w-0 flex-1 justify-center ${main.includes(index) ? "" : "invisible sm:visible"}`}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

type BarProps = {
  id: string;
  bar: ChartBar;
  series: ChartSeries[];
  end: number;
  /** Percent of the width. */
  x: number;
  slot: number;
};

// In percent. A small value must stay visible next to one a thousand times as high.
const LEAST_HEIGHT = 1;

function Bar({ id, bar, series, end, x, slot }: BarProps) {
  const width = slot * (slot > 5 ? 0.5 : 0.72);
  let top = 100;
  return (
    <g className="group">
      <title>{bar.says}</title>
      <rect
        x={`${x}%`}
        width={`${slot}%`}
        height="100%"
        className="fill-transparent group-hover:fill-sunken"
      />
      {series.map(({ key, fill }, index) => {
        const part = bar.parts[index] ?? 0;
        if (part === 0) return null;
        const height = Math.max(LEAST_HEIGHT, (part / end) * 100);
        top -= height;
        return (
          <rect
            key={key}
            x={`${x + (slot - width) / 2}%`}
            y={`${top}%`}
            width={`${width}%`}
            height={`${height}%`}
            fill={fillOf(id, fill)}
            className={
              series.length > 1
                ? "stroke-[0.5px] stroke-ink forced-colors:stroke-[CanvasText]"
                : undefined
            }
          />
        );
      })}
    </g>
  );
}

function Legend({ id, series }: { id: string; series: ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {series.map(({ key, label, fill }) => (
        <li key={key} className="flex items-center gap-2">
          <FillSwatch id={id} fill={fill} />
          {label}
        </li>
      ))}
    </ul>
  );
}
