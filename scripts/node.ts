import { runChild } from "./child.mjs";

/** Path of the `next` command. */
export const NEXT = "node_modules/next/dist/bin/next";

/** Runs `node` with these arguments and, where given, other variables beside the inherited ones. */
export function runNode(args: string[], variables: Record<string, string> = {}): Promise<number> {
  return runChild(process.execPath, args, {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables },
  });
}

/** Tells the person at the terminal; stdout is left to a command's own answer. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
