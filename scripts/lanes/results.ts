import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** A test that has ended. `file` is relative to the project's folder, `reason` says why it was skipped. */
export type Result = {
  outcome: "passed" | "failed" | "skipped";
  file: string;
  name: string;
  ms: number;
  reason?: string;
};

/** Variable with the file that the reporters of one lane write their results to. */
export const RESULTS_FILE = "TEST_RESULTS_FILE";

const SLOWEST = 10;

/** Adds a result to those of the lane that runs, if one does. */
export function record(result: Result): void {
  const file = process.env[RESULTS_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Reads what {@link record} has written. */
export function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line): Result => JSON.parse(line));
}

/** Lines about the slowest tests, and about every skipped one by its name. */
export function describeResults(results: Result[]): string[] {
  const slowest = results
    .filter(({ outcome }) => outcome !== "skipped")
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ ms, file, name }) => `  ${seconds(ms)}  ${file} › ${name}`);
  const skipped = Map.groupBy(
    results.filter(({ outcome }) => outcome === "skipped"),
    ({ reason = "no reason given" }) => reason,
  );
  return [
    ...(slowest.length > 0 ? ["", "Slowest tests:", ...slowest] : []),
    ...[...skipped].flatMap(([reason, tests]) => [
      "",
      `Skipped (${reason}):`,
      ...tests.map(({ file, name }) => `  ${file} › ${name}`),
    ]),
  ];
}

/** A time as the summaries show it, in a column. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}
