import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** `file` is relative to the project's folder. `reason`: why it was skipped. */
export type Result = {
  outcome: "passed" | "failed" | "skipped";
  file: string;
  name: string;
  ms: number;
  reason?: string;
};

export const RESULTS_FILE = "TEST_RESULTS_FILE";

/** A reason for which another part of the lane has already listed what it skips. */
export const LISTED_REASON = "TEST_RESULTS_LISTED_REASON";

const SLOWEST = 10;

/** Does nothing outside of a lane. */
export function record(result: Result): void {
  const { [RESULTS_FILE]: file, [LISTED_REASON]: listed = "" } = process.env;
  if (file && result.reason !== listed) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

export function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line): Result => JSON.parse(line));
}

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

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}
