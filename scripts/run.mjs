// Entry of every npm script. It and what it imports at once must run on any Node since 18, without packages.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureNode } from "./ensure-node.mjs";
import { ensurePackages } from "./ensure-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PRODUCTION = ["serve", "worker", "api", "account:create", "operator"];

process.chdir(root);
await ensureNode(root);
const [name = "", ...args] = process.argv.slice(2);
await ensurePackages(root, { development: !PRODUCTION.includes(name) });
const { runTask } = await import("./tasks.ts");
process.exit(await runTask(name, args));
