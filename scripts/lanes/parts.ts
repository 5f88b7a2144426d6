import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../chromium.ts";
import { NEXT, QUICK_IMPORTS, runNode } from "../node.ts";
import { writeTestGroups } from "./test-groups.ts";

const BIOME = "node_modules/@biomejs/biome/bin/biome";
const UNIT_TESTS = ["{app,components,lib,scripts,sdk}/**/*.test.ts", "*.test.ts"];

/** A dot for each test, and what failed. */
const BRIEFLY = "--briefly";

const QUICK_START = { NODE_OPTIONS: `--import=${QUICK_IMPORTS}` };

export function findUnitTests(): string[] {
  return globSync(UNIT_TESTS).map((path) => path.replaceAll("\\", "/"));
}

export async function checkTypes(): Promise<number> {
  return (
    (await runNode([NEXT, "typegen"])) || runNode(["node_modules/typescript/bin/tsc", "--noEmit"])
  );
}

export function lint(): Promise<number> {
  return runNode([BIOME, "ci", "--error-on-warnings"]);
}

export function findUnused(): Promise<number> {
  return runNode(["node_modules/knip/bin/knip.js"]);
}

/** `args`: options and paths for `node --test`, which gives each path a process of its own. */
export async function runUnit(args: string[]): Promise<number> {
  const { globalSetup, globalTeardown } = await import("#lib/testing/global-setup.ts");
  const { isFull } = await import("#lib/testing/lane.ts");
  const folder = mkdtempSync(join(tmpdir(), "bankside-unit-"));
  const hasPaths = args.some((arg) => !arg.startsWith("-"));
  const paths = hasPaths ? [] : writeTestGroups(findUnitTests(), folder);
  const options = [
    `--test-timeout=${isFull ? 900_000 : 120_000}`,
    "--test-concurrency=3",
    "--import=./lib/testing/lane.ts",
    `--test-reporter=${hasPaths && !args.includes(BRIEFLY) ? "spec" : "dot"}`,
    "--test-reporter-destination=stdout",
    "--test-reporter=./scripts/lanes/node-reporter.ts",
    "--test-reporter-destination=stderr",
  ];
  const others = args.filter((arg) => arg !== BRIEFLY);
  try {
    await globalSetup();
    return await runNode(["--expose-gc", "--test", ...options, ...others, ...paths], {
      NODE_ENV: "test",
      ...QUICK_START,
    });
  } finally {
    await globalTeardown();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each file in a process of its own. `variables` also reach the servers that it starts. */
export function runEachAlone(files: string[], variables: Record<string, string>): Promise<number> {
  return runNode(["scripts/lanes/unit.ts", BRIEFLY, ...files], { ...QUICK_START, ...variables });
}

/** `args` are for `e2e/faults/main.ts`. */
export function runFaults(args: string[]): Promise<number> {
  return runNode(["e2e/faults/main.ts", ...args], { NODE_ENV: "test", ...QUICK_START });
}

/** `args` are for Playwright. */
export async function runBrowser(args: string[]): Promise<number> {
  if (!(await ensureChromium())) return 1;
  const config = "--config=e2e/playwright.config.ts";
  return runNode(["node_modules/playwright/cli.js", "test", config, ...args], {
    ...QUICK_START,
    // Node reads TypeScript itself.
    PW_DISABLE_TS_ESM: "1",
  });
}
