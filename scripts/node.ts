import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runChild } from "./child.mjs";

export const NEXT = "node_modules/next/dist/bin/next";
export const QUICK_IMPORTS = import.meta.resolve("./quick-imports.mjs");

export function runNode(
  args: string[],
  variables: Record<string, string> = {},
  cwd = ".",
): Promise<number> {
  return runChild(process.execPath, args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables },
  });
}

/** Writes to stderr: stdout is for a command's own output. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Whether Node was started with this file (`import.meta.url`). Node 22 has no `import.meta.main`. */
export function isEntry(url: string): boolean {
  const [, file] = process.argv;
  return file !== undefined && realpathSync(file) === fileURLToPath(url);
}
