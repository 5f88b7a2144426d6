import { type Env, parseEnv } from "#lib/env.ts";
import { say } from "./node.ts";

/** The configuration a process started with these variables would have; says what is wrong with it when it has none. */
export function readEnv(variables: Record<string, string>): Env | undefined {
  try {
    return parseEnv({ ...process.env, ...variables });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
