import { readdirSync } from "node:fs";
import { EMBED_PROBE, isUnder } from "#lib/next/request/security-headers.ts";
import { SCRIPT_FOLDER } from "./light-pages.ts";

const found = new Map<string, string>();

/**
 * The address of components/demo.script.ts or components/page.script.ts, as the build names it.
 * @throws Error before the first build
 */
export function pageScriptPath(path: string): string {
  const name = path === EMBED_PROBE || isUnder(path, "/sandbox") ? "demo-" : "page-";
  const known =
    found.get(name) ?? readdirSync(`public${SCRIPT_FOLDER}`).find((file) => file.startsWith(name));
  if (known === undefined) throw new Error(`public${SCRIPT_FOLDER} has no script: build first.`);
  found.set(name, known);
  return `${SCRIPT_FOLDER}/${known}`;
}
