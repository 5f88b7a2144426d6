import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../chromium.ts";
import { checkHouse } from "../house.ts";
import { say } from "../node.ts";
import { checkTypes, findUnused, lint } from "./parts.ts";
import { describeResults, RESULTS_FILE, type Result, readResults, seconds } from "./results.ts";

/** `run` resolves to the exit code. */
export type Part = { name: string; run: () => Promise<number> };

export const CHECKS: Part[] = [
  { name: "types", run: checkTypes },
  { name: "lint", run: lint },
  { name: "unused code", run: findUnused },
  { name: "imports", run: async () => checkHouse() },
];

/** Finds or downloads a browser while other parts run. */
export function browserPart(needs?: { hasWindows: boolean }): Part {
  const found = ensureChromium(needs);
  return { name: "find a browser", run: async () => ((await found) ? 0 : 1) };
}

/** Stops at the first failure. Parts in a list run in parallel. Resolves to the exit code. */
export async function runLane(
  name: string,
  parts: (Part | Part[])[],
  left: Result[] = [],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bankside-test-"));
  const file = join(folder, "results.ndjson");
  process.env[RESULTS_FILE] = file;
  const startedAt = performance.now();
  const summary: string[] = [];
  const failedParts: string[] = [];
  async function run(part: Part): Promise<void> {
    const partStartedAt = performance.now();
    const code = await part.run();
    const took = seconds(performance.now() - partStartedAt);
    summary.push(`  ${code === 0 ? "passed" : "FAILED"}  ${took}  ${part.name}`);
    if (code !== 0) failedParts.push(part.name);
  }
  try {
    for (const step of parts.map((part) => [part].flat())) {
      say(`\n── ${step.map((part) => part.name).join(", ")}`);
      await Promise.all(step.map(run));
      if (failedParts.length > 0) break;
    }
    const results = readResults(file);
    const total = seconds(performance.now() - startedAt);
    say(
      ["", `${name}: ${total.trim()}`, ...summary, ...describeResults([...results, ...left])].join(
        "\n",
      ),
    );
    if (failedParts.length > 0) say(`\nStopped at what failed: ${failedParts.join(", ")}.`);
    const count = (outcome: Result["outcome"]) =>
      results.filter((result) => result.outcome === outcome).length;
    // A part may fail without a failing test, for example by a crash.
    const failed = Math.max(count("failed"), failedParts.length);
    const passed = results.length > 0 ? count("passed") : summary.length - failed;
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    delete process.env[RESULTS_FILE];
    rmSync(folder, { recursive: true, force: true });
  }
}
