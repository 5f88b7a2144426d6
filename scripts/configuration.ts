import { type Env, parseEnv } from "#lib/env.ts";
import { say } from "./node.ts";

/** The configuration of a process started with these variables. Prints the error and returns `undefined` if it is invalid. */
export function readEnv(variables: Record<string, string>): Env | undefined {
  try {
    return parseEnv({ ...process.env, ...variables });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
