import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "playwright";
import { freePort } from "#lib/testing/free-port.ts";
import { type AppServer, startAppServer } from "../app-server.ts";
import { runNpm } from "../child.mjs";
import { ensureChromium, findChromium, SANDBOX } from "../chromium.ts";
import { say } from "../node.ts";
import { buildIfStale } from "../site.ts";

// Its 176 MB are too heavy for a dependency.
const VERSION = "13.5.0";
const TOOLS = resolve(".tools/lighthouse");
const PACKAGE = join(TOOLS, "node_modules/lighthouse");

const LIGHT = { performance: 98, accessibility: 100, "best-practices": 100 };
/** Pages with React in the browser. */
const CONSOLE = { ...LIGHT, performance: 95 };
const CATEGORIES = Object.keys(LIGHT);
const AUDITS = ["total-blocking-time", "largest-contentful-paint", "cumulative-layout-shift"];
/** A page is measured again when Lighthouse itself failed. */
const TRIES = 3;
const COLUMNS = [...CATEGORIES, "TBT ms", "LCP ms", "CLS", "benchmark"];

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; errorMessage?: string }>;
  environment: { benchmarkIndex: number };
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
type Demo = { keys: { web: string }; console: { email: string; password: string } };

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
process.exit((await buildIfStale()) || (await run(Number(values.rounds))));

/** Resolves to the exit code. */
async function run(rounds: number): Promise<number> {
  if (!(rounds >= 1)) throw new Error("--rounds needs a number");
  if (!(await ensureChromium())) return 1;
  const lighthouse = await fetchLighthouse();
  const profile = mkdtempSync(join(tmpdir(), "bankside-lighthouse-"));
  const app = await startAppServer(await freePort());
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launchPersistentContext(profile, {
    args: [...SANDBOX, `--remote-debugging-port=${port}`],
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const missed: string[] = [];
    for (const [name, address, goals] of await pagesOf(app, browser)) {
      const rows: number[][] = [];
      for (let round = 0; round < rounds; round++) {
        rows.push(await measure(lighthouse, address, port));
      }
      missed.push(...report(name, rows, goals));
    }
    if (missed.length === 0) return 0;
    say(`\nBelow the goals: ${missed.join(", ")}.`);
    say("A busy machine lowers performance, and with it the benchmark index: repeat it when idle.");
    return 1;
  } finally {
    await browser.close();
    await app.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Prints the figures, and returns which are below their goals. */
function report(page: string, rows: number[][], goals: typeof LIGHT): string[] {
  say(`\n${page}, median of ${rows.length} (min–max)`);
  return COLUMNS.flatMap((label, column) => {
    const cells = rows.map((row) => row[column] ?? Number.NaN);
    say(`  ${label.padEnd(16)}${describe(cells)}`);
    const goal = Object.values(goals)[column];
    // A failed measurement is not a number.
    return goal === undefined || median(cells) >= goal ? [] : [`${page}: ${label}`];
  });
}

async function pagesOf(
  app: AppServer,
  browser: BrowserContext,
): Promise<[string, string, typeof LIGHT][]> {
  const demo: Demo = JSON.parse(readFileSync(join(app.dataDir, "demo.json"), "utf8"));
  const response = await fetch(`${app.url}/api/transactions`, {
    method: "POST",
    headers: { "X-API-Key": demo.keys.web, "Content-Type": "application/json" },
    body: JSON.stringify({ amount: 1250, currency: "EUR", externalId: "lighthouse" }),
  });
  if (!response.ok) throw new Error(`no transaction: ${response.status}`);
  const order: { redirectUrl: string; reference: string } = await response.json();
  const page = await browser.newPage();
  const signIn = `${app.url}/console/sign-in`;
  await page.goto(signIn);
  await page.fill("[name=email]", demo.console.email);
  await page.fill("[name=password]", demo.console.password);
  await page.click("main form button[type=submit]");
  await page.waitForURL(({ pathname }) => pathname !== "/console/sign-in");
  await page.close();
  return [
    ["checkout", order.redirectUrl, LIGHT],
    ["payer's first page", `${app.url}/pay/${order.reference}`, LIGHT],
    // Sessions belong to a host: on this one there is none.
    ["sign-in", signIn.replace("localhost", "127.0.0.1"), CONSOLE],
    ["console overview", `${app.url}/console`, CONSOLE],
    ["demo shop", `${app.url.replace("localhost", "127.0.0.1")}/sandbox/shop`, LIGHT],
  ];
}

async function measure(lighthouse: Lighthouse, address: string, port: number): Promise<number[]> {
  let report = await audit(lighthouse, address, port);
  for (let tries = 1; tries < TRIES && report.failures.length > 0; tries++) {
    say(`Measuring ${address} again: ${report.failures.join(" ")}`);
    report = await audit(lighthouse, address, port);
  }
  if (report.failures.length > 0) say(`No figure of ${address}: ${report.failures.join(" ")}`);
  const { categories, audits, environment } = report;
  return [
    ...CATEGORIES.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
    ...AUDITS.map((name) => audits[name]?.numericValue ?? Number.NaN),
    environment.benchmarkIndex,
  ];
}

/** Emulates a phone, which is Lighthouse's default. One audit that failed takes the score from its whole category. */
async function audit(lighthouse: Lighthouse, address: string, port: number) {
  const flags = { port, onlyCategories: CATEGORIES, logLevel: "error", disableStorageReset: true };
  const result = await lighthouse(address, flags);
  if (!result) throw new Error(`no report of ${address}`);
  const { categories, audits } = result.lhr;
  const isScored = CATEGORIES.every((name) => categories[name]?.score != null);
  const failures = Object.entries(audits).flatMap(([name, { errorMessage }]) =>
    isScored || errorMessage === undefined ? [] : [`${name}: ${errorMessage}`],
  );
  return { ...result.lhr, failures };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function describe(numbers: number[]): string {
  const [middle, min, max] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map(
    (value) => (value > 0 && value < 1 ? value.toFixed(3) : String(Math.round(value))),
  );
  return `${middle} (${min}–${max})`;
}

async function fetchLighthouse(): Promise<Lighthouse> {
  const installed = join(PACKAGE, "package.json");
  if (!existsSync(installed) || JSON.parse(readFileSync(installed, "utf8")).version !== VERSION) {
    say(`Fetching Lighthouse ${VERSION} from npm into .tools …`);
    mkdirSync(TOOLS, { recursive: true });
    // Otherwise npm installs into the parent folder's package.
    writeFileSync(join(TOOLS, "package.json"), '{ "private": true }\n');
    const options = "--no-save --no-package-lock --ignore-scripts --no-audit --no-fund".split(" ");
    const name = `lighthouse@${VERSION}`;
    const code = await runNpm(["install", "--prefix", TOOLS, ...options, name], { cwd: TOOLS });
    if (code !== 0) throw new Error("Lighthouse could not be fetched from npm.");
  }
  return (await import(pathToFileURL(join(PACKAGE, "core/index.js")).href)).default;
}
