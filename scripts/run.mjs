// `node scripts/run.mjs [--production] <file> [arguments]` runs a file of the project at its root, on a Node that is new enough
// and with the packages installed: with `--production` those of an installation, which also reads `.env`.
// This file and what it imports at once must run on any Node since 18, without packages.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { endWithParent } from "./child.mjs";
import { ensureNode } from "./ensure-node.mjs";
import { ensurePackages } from "./ensure-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [node, , first = "", ...others] = process.argv;
const isProduction = first === "--production";
const [file = "", ...args] = isProduction ? others : [first, ...others];

process.chdir(root);
endWithParent();
await ensureNode(root);
await ensurePackages(root, { development: !isProduction });
if (isProduction) {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Only developers want anything else, and set it.
  process.env.NODE_ENV ||= "production";
}
process.argv = [node, resolve(file), ...args];
await import(pathToFileURL(file).href);
