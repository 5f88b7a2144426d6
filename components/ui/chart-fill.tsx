/** Each has its own pattern, so that colour is not the only difference. */
export const CHART_FILLS = [
  "solid",
  "strong",
  "rising",
  "dots",
  "lines",
  "cross",
  "sparse",
] as const;
export type ChartFill = (typeof CHART_FILLS)[number];

const CANVAS = "forced-colors:fill-[Canvas]";

const LOOKS: Record<ChartFill, { ground: string; marks?: { path: string; className: string } }> = {
  solid: { ground: "fill-accent forced-colors:fill-[Highlight]" },
  strong: { ground: "fill-negative forced-colors:fill-[CanvasText]" },
  rising: {
    ground: `fill-warning-tint ${CANVAS}`,
    marks: { path: "M-2 2L2 -2M0 8L8 0M6 10L10 6", className: "stroke-warning stroke-2" },
  },
  dots: {
    ground: `fill-sunken ${CANVAS}`,
    marks: { path: "M1 2h2M5 6h2", className: "stroke-muted stroke-2" },
  },
  lines: {
    ground: `fill-negative-tint ${CANVAS}`,
    marks: { path: "M0 1h8M0 5h8", className: "stroke-negative stroke-2" },
  },
  cross: {
    ground: `fill-card ${CANVAS}`,
    marks: { path: "M0 0L8 8M8 0L0 8", className: "stroke-ink" },
  },
  sparse: {
    ground: `fill-sunken ${CANVAS}`,
    marks: { path: "M2 0v8", className: "stroke-ink stroke-2" },
  },
};

/** Requires {@link ChartFills} with the same `id` in the page. */
export function fillOf(id: string, fill: ChartFill): string {
  return `url(#${id}-${fill})`;
}

export function ChartFills({ id, fills }: { id: string; fills: ChartFill[] }) {
  return fills.map((fill) => {
    const { ground, marks } = LOOKS[fill];
    return (
      <pattern key={fill} id={`${id}-${fill}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className={ground} />
        {marks && (
          <path
            d={marks.path}
            className={`fill-none forced-colors:stroke-[CanvasText] ${marks.className}`}
          />
        )}
      </pattern>
    );
  });
}

export function FillSwatch({ id, fill }: { id: string; fill: ChartFill }) {
  return (
    <svg width="16" height="16" aria-hidden="true" className="shrink-0">
      <rect
        x="0.5"
        y="0.5"
        width="15"
        height="15"
        rx="3"
        fill={fillOf(id, fill)}
        className="stroke-edge forced-colors:stroke-[CanvasText]"
      />
    </svg>
  );
}
