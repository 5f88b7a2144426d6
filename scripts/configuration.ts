import { existsSync } from "node:fs";
import { type Env, parseEnv } from "#lib/platform/env.ts";
import { say } from "./node.ts";

/**
 * What a site is started with that shows demo data unless told otherwise: the environment, then `.env`, with `fixed` over
 * both. `variables` go to its process. Prints the error and returns `undefined` if the configuration is invalid.
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
