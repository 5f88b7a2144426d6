import type { Sample } from "./rounds.ts";

type Row = {
  name: string;
  samples: readonly Sample[];
  /** Rate relative to the baseline that it must reach. `undefined`: shown without a goal. */
  goal?: number | undefined;
};

type Comparison = { title: string; baseline: Row; rows: readonly Row[] };

const HEAD = [
  "",
  "per second",
  "ratio min / median / max",
  "goal",
  "CPU/request",
  "database",
  "p50",
  "p99",
];

/** Prints the rates of a comparison and their ratios to the baseline, round by round. Returns whether all goals were met. */
export function printComparison({ title, baseline, rows }: Comparison): boolean {
  const base = baseline.samples.map(({ perSecond }) => perSecond);
  const results = rows.map(({ name, samples, goal }) => {
    const ratios = samples.map(({ perSecond }, round) => perSecond / (base[round] ?? Number.NaN));
    const isMet = goal === undefined || median(ratios) >= goal;
    const goalText = goal === undefined ? "" : `${goal.toFixed(2)} ${isMet ? "holds" : "MISSED"}`;
    return { isMet, line: [name, rateOf(samples), spread(ratios), goalText, ...costOf(samples)] };
  });
  const baseLine = [baseline.name, rateOf(baseline.samples), "1", "", ...costOf(baseline.samples)];
  printTable(title, [HEAD, baseLine, ...results.map(({ line }) => line)]);
  return results.every(({ isMet }) => isMet);
}

/** The first column is a text, all others are aligned to the right. The first line is the head. */
export function printTable(title: string, lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const text = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`\n${title}\n${text.join("\n")}\n`);
}

/** "min / median / max" with two decimals. */
export function spread(values: readonly number[], digits = 2): string {
  return [Math.min(...values), median(values), Math.max(...values)]
    .map((value) => value.toFixed(digits))
    .join(" / ");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Of values in ascending order. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor((ascending.length - 1) * share)] ?? 0;
}

function rateOf(samples: readonly Sample[]): string {
  return median(samples.map(({ perSecond }) => perSecond)).toFixed(0);
}

function costOf(samples: readonly Sample[]): string[] {
  const ms = (values: (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? "–" : `${median(known).toFixed(2)} ms`;
  };
  return [
    ms(samples.map(({ cpuMs }) => cpuMs)),
    ms(samples.map(({ databaseCpuMs }) => databaseCpuMs)),
    `${median(samples.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms`,
    `${median(samples.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
  ];
}
