import { existsSync } from "node:fs";
import { listenAddresses } from "#lib/http/own-addresses.ts";
import { build, buildIfStale, isBuilt } from "./build.ts";
import { readEnv } from "./configuration.ts";
import { bundleEmbed, SERVED_EMBED } from "./embed.ts";
import { NEXT, runNode, SITE, say } from "./node.ts";
import { start } from "./start.ts";

type Task = (args: string[]) => Promise<number>;

const product: Record<string, Task> = {
  start,
  dev,
  build,
  serve,
  worker: (args) => runProduct(["lib/worker/main.ts", ...args]),
  api: (args) => runProduct(["lib/api/server.ts", ...args]),
  "account:create": (args) => runProduct(["scripts/account-create.ts", ...args]),
  operator: (args) => runProduct(["scripts/operator.ts", ...args]),
};

// Loaded when needed: an installation for production lacks the packages these import.
const lanes = () => import("./lanes/lane.ts");
const tests = () => import("./lanes/parts.ts");

const workshop: Record<string, Task> = {
  test: async () => (await lanes()).testQuick(),
  "test:all": async () => (await lanes()).testAll(),
  check: async () => (await lanes()).check(),
  verify: async (args) => (await lanes()).verify(args),
  "test:unit": async (args) => (await tests()).runUnit(args),
  "test:faults": async (args) => (await tests()).runFaults(args),
  e2e: async (args) => (await buildIfStale()) || (await tests()).runBrowser(args),
  screenshots: async (args) => (await buildIfStale()) || (await tests()).takeScreenshots(args),
  "sdk:build": async () => (await import("./sdk.ts")).buildSdk(),
  release: async () => (await import("./release.ts")).release(),
};

/** Runs one npm script by its name; resolves to the exit code. Only the product's own scripts read `.env`. */
export async function runTask(name: string, args: string[]): Promise<number> {
  if (Object.hasOwn(product, name) && existsSync(".env")) process.loadEnvFile(".env");
  const task = product[name] ?? workshop[name];
  if (task) return task(args);
  say(`There is no script "${name}".`);
  return 1;
}

async function dev(args: string[]): Promise<number> {
  const variables = { DEMO: process.env["DEMO"] || "true" };
  const env = readEnv(variables);
  if (!env) return 1;
  await bundleEmbed(SERVED_EMBED);
  // Next's development server takes one address.
  const [address] = listenAddresses(env);
  const where = ["--port", String(env.PORT), ...(address ? ["--hostname", address] : [])];
  return runNode([NEXT, "dev", ...where, ...args], variables);
}

async function serve(args: string[]): Promise<number> {
  if (isBuilt()) {
    return runNode([SITE, ...args], { NODE_ENV: "production" });
  }
  say("There is no build to serve: run npm run build first.");
  return 1;
}

// Whoever runs these has an installation, not a workshop; a developer says NODE_ENV=development.
function runProduct(args: string[]): Promise<number> {
  return runNode(args, { NODE_ENV: process.env["NODE_ENV"] || "production" });
}
