import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureChromium } from "../chromium.ts";
import { NEXT, runNode } from "../node.ts";
import { writeTestGroups } from "./test-groups.ts";

const BIOME = "node_modules/@biomejs/biome/bin/biome";
const UNIT_TESTS = ["{app,components,lib,scripts,sdk}/**/*.test.ts", "*.test.ts"];

/** Lets every process that the tests start begin sooner. */
const QUICK_START = {
  NODE_COMPILE_CACHE: resolve("node_modules/.cache/node"),
  NODE_OPTIONS: `--import=${pathToFileURL("lib/testing/quick-imports.mjs")}`,
};

/** Checks the types. */
export async function checkTypes(): Promise<number> {
  return (
    (await runNode([NEXT, "typegen"])) || runNode(["node_modules/typescript/bin/tsc", "--noEmit"])
  );
}

/** Checks the style. */
export function lint(): Promise<number> {
  return runNode([BIOME, "ci", "--error-on-warnings"]);
}

/** Finds unused files, exports and dependencies. */
export function findUnused(): Promise<number> {
  return runNode(["node_modules/knip/bin/knip.js"]);
}

/** Runs the tests beside the code against one PostgreSQL server; `args` are options and paths for `node --test`. */
export async function runUnit(args: string[]): Promise<number> {
  const { globalSetup, globalTeardown } = await import("#lib/testing/global-setup.ts");
  const { isFull } = await import("#lib/testing/lane.ts");
  const folder = mkdtempSync(join(tmpdir(), "bankside-unit-"));
  const hasPaths = args.some((arg) => !arg.startsWith("-"));
  const paths = hasPaths ? [] : writeTestGroups(globSync(UNIT_TESTS), folder, isFull);
  const options = [
    `--test-timeout=${isFull ? 900_000 : 120_000}`,
    "--test-concurrency=3",
    "--import=./lib/testing/lane.ts",
    `--test-reporter=${hasPaths ? "spec" : "dot"}`,
    "--test-reporter-destination=stdout",
    "--test-reporter=./scripts/lanes/node-reporter.ts",
    "--test-reporter-destination=stderr",
  ];
  try {
    await globalSetup();
    return await runNode(["--test", ...options, ...args, ...paths], {
      NODE_ENV: "test",
      ...QUICK_START,
    });
  } finally {
    await globalTeardown();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills processes, networks and the database under load, round after round; `args` are for `e2e/faults/main.ts`. */
export function runFaults(args: string[]): Promise<number> {
  return runNode(["e2e/faults/main.ts", ...args], { NODE_ENV: "test", ...QUICK_START });
}

/** Runs the browser tests on the finished build; `args` are for Playwright. */
export async function runBrowser(args: string[]): Promise<number> {
  if (!(await ensureChromium())) return 1;
  const config = "--config=e2e/playwright.config.ts";
  return runNode(["node_modules/playwright/cli.js", "test", config, ...args], {
    ...QUICK_START,
    // Node reads TypeScript by itself.
    PW_DISABLE_TS_ESM: "1",
  });
}
