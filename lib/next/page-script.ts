import { readdirSync } from "node:fs";
import { SCRIPT_FOLDER } from "./light-pages.ts";

let found: string | undefined;

/**
 * The address of components/page.script.ts, as the build names it.
 * @throws Error before the first build
 */
export function pageScriptPath(): string {
  found ??= readdirSync(`public${SCRIPT_FOLDER}`).find((name) => name.startsWith("page-"));
  if (found === undefined) throw new Error(`public${SCRIPT_FOLDER} has no script: build first.`);
  return `${SCRIPT_FOLDER}/${found}`;
}
