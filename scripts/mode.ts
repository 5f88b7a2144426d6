import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isEntry, QUICK_IMPORTS, say } from "./node.ts";

/** What the image's containers can be. */
export const MODES = {
  all: "lib/next/server/main.ts",
  web: "lib/next/server/main.ts",
  worker: "lib/services/worker-main.ts",
  api: "lib/api/server/server.ts",
  migrate: "scripts/migrate.ts",
};
const COMMANDS: Record<string, string> = {
  ...MODES,
  operator: "scripts/operator.ts",
  "account:create": "scripts/account-create.ts",
  backup: "scripts/backup.ts",
  restore: "scripts/restore.ts",
  health: "scripts/health.ts",
};

/** `node scripts/mode.ts [command] [arguments]` is the image's entry. Without a command, the variable MODE names it. */
async function main([name = process.env["MODE"] || "all", ...args]: string[]): Promise<void> {
  const file = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (file === undefined) {
    say(`"${name}" is no MODE (${Object.keys(MODES).join(", ")}) and no command of this image.`);
    process.exitCode = 1;
    return;
  }
  process.chdir(resolve(import.meta.dirname, ".."));
  Object.assign(process.env, {
    NODE_ENV: "production",
    ...(name === "web" && { WORKER: "false" }),
  });
  // Not `run.mjs`, which installs what is missing: an image has all it needs.
  await import(QUICK_IMPORTS);
  process.argv = [process.execPath, resolve(file), ...args];
  await import(pathToFileURL(file).href);
}

if (isEntry(import.meta.url)) await main(process.argv.slice(2));
