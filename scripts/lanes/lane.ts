import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfStale } from "../build.ts";
import { ensureChromium } from "../chromium.ts";
import { say } from "../node.ts";
import { nearestTests } from "./affected.ts";
import { checkTypes, findUnused, lint, runBrowser, runFaults, runUnit } from "./parts.ts";
import { describeResults, RESULTS_FILE, type Result, readResults, seconds } from "./results.ts";

/** One step of a lane; resolves to its exit code. */
type Part = { name: string; run: () => Promise<number> };

const CHECKS: Part[] = [
  { name: "types", run: checkTypes },
  { name: "lint", run: lint },
  { name: "unused code", run: findUnused },
];
const BUILD: Part = { name: "build", run: buildIfStale };

/** Waits for a browser, which is looked for, and fetched if there is none, while other parts run. */
function browserPart(needs?: { hasWindows: boolean }): Part {
  const found = ensureChromium(needs);
  return { name: "find a browser", run: async () => ((await found) ? 0 : 1) };
}

/** `npm run check`: types, lint and unused code. */
export function check(): Promise<number> {
  return runLane("npm run check", CHECKS);
}

/** `npm run verify`: the checks, and the tests nearest to what differs from `origin/main` or the argument's commit. */
export async function verify([base]: string[]): Promise<number> {
  const { near, far, browser } = await nearestTests(base);
  const unit: Part = { name: "unit tests nearby", run: () => runUnit(near) };
  const left = [...(far.length > 0 ? [`${far.length} more files of unit tests`] : []), ...browser];
  if (left.length > 0) say(`Left to npm test: ${left.join(", ")}`);
  return runLane("npm run verify", [...CHECKS, ...(near.length > 0 ? [unit] : [])]);
}

/** `npm test`: all that a change must pass. */
export function testQuick(): Promise<number> {
  const browser = browserPart();
  const left = globSync("e2e/**/*.full.spec.ts").map(
    (file): Result => ({
      outcome: "skipped",
      file,
      name: "all",
      ms: 0,
      reason: "runs in npm run test:all",
    }),
  );
  return runLane(
    "npm test",
    [
      ...CHECKS,
      browser,
      { name: "unit and integration", run: () => runUnit([]) },
      // All controls and a few rounds, others each time; `npm run test:all` plays hundreds. They wait a third of their time.
      {
        name: "faults, and the build beside them",
        run: () => sideBySide(() => runFaults(["--every", "90", "--rounds", "3"]), buildIfStale),
      },
      { name: "browser", run: () => runBrowser([]) },
    ],
    left,
  );
}

/** `npm run test:all`: everything there is, before a release. */
export function testAll(): Promise<number> {
  process.env["TEST_ALL"] = "true";
  const browser = browserPart({ hasWindows: true });
  return runLane("npm run test:all", [
    ...CHECKS,
    browser,
    { name: "unit and integration, on both databases", run: () => runUnit([]) },
    { name: "faults", run: () => runFaults([]) },
    BUILD,
    { name: "browser", run: () => runBrowser([]) },
  ]);
}

async function sideBySide(...runs: Part["run"][]): Promise<number> {
  return Math.max(...(await Promise.all(runs.map((run) => run()))));
}

/** Runs the parts up to the first that fails, and prints what they took and found; resolves to the exit code. */
async function runLane(name: string, parts: Part[], left: Result[] = []): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bankside-test-"));
  const file = join(folder, "results.ndjson");
  process.env[RESULTS_FILE] = file;
  const startedAt = performance.now();
  const summary: string[] = [];
  let failedPart: string | undefined;
  try {
    for (const part of parts) {
      say(`\n── ${part.name}`);
      const partStartedAt = performance.now();
      const code = await part.run();
      const took = seconds(performance.now() - partStartedAt);
      summary.push(`  ${code === 0 ? "passed" : "FAILED"}  ${took}  ${part.name}`);
      if (code === 0) continue;
      failedPart = part.name;
      break;
    }
    const results = readResults(file);
    const total = seconds(performance.now() - startedAt);
    say(
      ["", `${name}: ${total.trim()}`, ...summary, ...describeResults([...results, ...left])].join(
        "\n",
      ),
    );
    if (failedPart) say(`\nStopped at the first failing part: ${failedPart}.`);
    const count = (outcome: Result["outcome"]) =>
      results.filter((result) => result.outcome === outcome).length;
    // A part that fails without a failing test (types, a crash) is a failure too.
    const failed = Math.max(count("failed"), failedPart ? 1 : 0);
    const passed = results.length > 0 ? count("passed") : summary.length - failed;
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    delete process.env[RESULTS_FILE];
    rmSync(folder, { recursive: true, force: true });
  }
}
