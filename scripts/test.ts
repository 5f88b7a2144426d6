import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { buildIfStale } from "./build.ts";
import { ensureChromium } from "./chromium.ts";
import { NEXT, runNode, say } from "./node.ts";

type Counts = { passed: number; failed: number; flaky?: string[] };
type Step = { name: string; run: (folder: string) => Promise<number> };

const BIOME = "node_modules/@biomejs/biome/bin/biome";
const UNIT_TESTS = ["{app,components,lib,scripts,sdk}/**/*.test.ts", "*.test.ts"];
const TAP_FILE = "unit.tap";
const PLAYWRIGHT_FILE = "e2e.json";

const CHECKS: Step[] = [
  {
    name: "types",
    run: async () =>
      (await runNode([NEXT, "typegen"])) ||
      runNode(["node_modules/typescript/bin/tsc", "--noEmit"]),
  },
  { name: "lint", run: () => runNode([BIOME, "ci", "--error-on-warnings"]) },
  { name: "knip", run: () => runNode(["node_modules/knip/bin/knip.js"]) },
];

const TESTS: Step[] = [
  { name: "unit and integration", run: (folder) => runUnit([], join(folder, TAP_FILE)) },
  // Alone, without these, it plays hundreds of rounds.
  { name: "faults", run: () => runFaults(["--every", "45", "--rounds", "4"]) },
  { name: "build", run: () => buildIfStale() },
  { name: "end-to-end", run: (folder) => runEndToEnd([], join(folder, PLAYWRIGHT_FILE)) },
];

/** `npm run check`: types, lint and unused code. */
export async function check(): Promise<number> {
  return (await runSteps(CHECKS, "")) ? 1 : 0;
}

/** `npm test`: everything, one step after the other up to the first that fails. */
export async function testAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bankside-test-"));
  try {
    const chromium: Step = { name: "browser", run: async () => ((await ensureChromium()) ? 0 : 1) };
    const failedStep = await runSteps([chromium, ...CHECKS, ...TESTS], folder);
    const counts = add(
      countTap(join(folder, TAP_FILE)),
      countPlaywright(join(folder, PLAYWRIGHT_FILE)),
    );
    // A step that fails without a failing test (types, lint, a crash) is a failure too.
    const failed = failedStep ? Math.max(counts.failed, 1) : counts.failed;
    const { flaky = [] } = counts;
    for (const test of flaky) say(`Passed only when tried again: ${test}`);
    process.stdout.write(`${counts.passed} passed, ${failed} failed\n`);
    return failed === 0 && counts.passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the tests beside the code against one PostgreSQL server; `args` are options and paths for `node --test`. */
export async function runUnit(args: string[], tapFile?: string): Promise<number> {
  const { globalSetup, globalTeardown } = await import("#lib/testing/global-setup.ts");
  const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  if (tapFile) reporters.push("--test-reporter=tap", `--test-reporter-destination=${tapFile}`);
  const paths = args.some((arg) => !arg.startsWith("-")) ? [] : UNIT_TESTS;
  try {
    await globalSetup();
    const options = ["--test", "--test-timeout=120000", ...reporters];
    return await runNode([...options, ...args, ...paths], { NODE_ENV: "test" });
  } finally {
    await globalTeardown();
  }
}

/** Kills processes, networks and the database under load, round after round; `args` are for `e2e/faults/main.ts`. */
export function runFaults(args: string[]): Promise<number> {
  return runNode(["e2e/faults/main.ts", ...args], { NODE_ENV: "test" });
}

/** Runs the browser tests on the finished build; `args` are for Playwright. */
export async function runEndToEnd(args: string[], jsonFile?: string): Promise<number> {
  const chromium = await ensureChromium();
  if (!chromium) return 1;
  const reporter = jsonFile ? ["--reporter=list,json"] : [];
  return runNode(
    [
      "node_modules/playwright/cli.js",
      "test",
      "--config=e2e/playwright.config.ts",
      ...reporter,
      ...args,
    ],
    { CHROMIUM_PATH: chromium, ...(jsonFile && { PLAYWRIGHT_JSON_OUTPUT_FILE: jsonFile }) },
  );
}

/** Photographs every state anew, into `e2e/screenshots`; `args` are for Playwright. */
export function takeScreenshots(args: string[]): Promise<number> {
  process.env["SCREENSHOTS"] = "true";
  return runEndToEnd(["gallery.spec.ts", ...args]);
}

async function runSteps(steps: Step[], folder: string): Promise<string | undefined> {
  const summary: string[] = [];
  let failed: string | undefined;
  for (const { name, run } of steps) {
    say(`\n── ${name}`);
    const startedAt = performance.now();
    const code = await run(folder);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`  ${code === 0 ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${name}`);
    if (code === 0) continue;
    failed = name;
    break;
  }
  say(`\n${summary.join("\n")}`);
  if (failed) say(`\nStopped at the first failing step: ${failed}.`);
  return failed;
}

function countTap(file: string): Counts {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const total = (name: string) =>
    Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  // A test whose setup failed is not "failed" for node but "cancelled".
  return { passed: total("pass"), failed: total("fail") + total("cancelled") };
}

function countPlaywright(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { stats, suites } = playwrightSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const flaky = suites.flatMap(flakyTests);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky };
}

const count = z.int().nonnegative();
const resultSchema = z.object({
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
});
const suiteSchema = z.object({
  title: z.string(),
  get suites() {
    return z.array(suiteSchema).default([]);
  },
  specs: z
    .array(
      z.object({
        title: z.string(),
        tests: z.array(z.object({ status: z.string(), results: z.array(resultSchema) })),
      }),
    )
    .default([]),
});
const playwrightSchema = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count }),
  suites: z.array(suiteSchema).default([]),
});

/** Names of the tests of a suite that failed first and passed then, each with what it failed of. */
function flakyTests(suite: z.infer<typeof suiteSchema>): string[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "flaky")
      .map(({ results }) => {
        const message = results.flatMap(({ errors }) => errors)[0]?.message ?? "no message";
        return `${suite.title} › ${title}\n${stripVTControlCharacters(message).slice(0, 600)}`;
      }),
  );
  return [...own, ...suite.suites.flatMap(flakyTests)];
}

function add(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    flaky: [...(left.flaky ?? []), ...(right.flaky ?? [])],
  };
}
