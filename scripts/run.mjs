// `node scripts/run.mjs [--production] <file> [arguments]` runs a file at the project's root, on a recent Node and with
// packages installed. `--production` installs only runtime packages and reads `.env`. This file and its static imports must
// run on any Node since 18, without packages.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { endWithParent } from "./child.mjs";
import { ensurePackages } from "./ensure-packages.mjs";
import { findNode, runOn } from "./find-node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [node, , first = "", ...others] = process.argv;
const isProduction = first === "--production";
const [file = "", ...args] = isProduction ? others : [first, ...others];

process.chdir(root);
endWithParent();
const [newer, packages] = await Promise.allSettled([
  findNode(root),
  ensurePackages(root, { development: !isProduction }),
]);
for (const { reason } of [newer, packages]) {
  if (reason === undefined) continue;
  process.stderr.write(`${reason.message}\n`);
  process.exit(1);
}
if (newer.value !== undefined) process.exit(await runOn(newer.value));
if (isProduction) {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.env.NODE_ENV ||= "production";
}
await import("./quick-imports.mjs");
process.argv = [node, resolve(file), ...args];
await import(pathToFileURL(file).href);
