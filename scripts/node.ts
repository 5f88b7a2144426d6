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
