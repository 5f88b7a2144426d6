import { existsSync } from "node:fs";
import { type Env, parseEnv } from "#lib/platform/configuration/env.ts";
import { say } from "./node.ts";

/**
 * Merges the environment, `.env` and `fixed`, which has priority. Demo data is on by default. Prints an error and returns
 * `undefined` for an invalid configuration.
 */
export function readConfiguration(
  fixed: Record<string, string> = {},
): { env: Env; variables: Record<string, string> } | undefined {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const variables = { ...fixed, DEMO: process.env["DEMO"] || "true" };
  try {
    return { env: parseEnv({ ...process.env, ...variables }), variables };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
