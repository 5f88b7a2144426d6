import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { bundleEmbed, PACKED_FOLDER, SERVED_EMBED } from "./embed.ts";
import { NEXT, runNode, say } from "./node.ts";
import { bundlePageScript, isPageScriptBuilt, PAGE_SCRIPT_FOLDER } from "./page-script.ts";

const SOURCES = [
  "{app,components,lib,public}/**/*",
  "sdk/*/src/**/*",
  "sdk/{embed,js,playwright}/{LICENSE,README.md,*.json}",
  "scripts/{site,embed,page-script,sdk}.ts",
  "{instrumentation,instrumentation-node,next.config}.ts",
  "{postcss.config.mjs,package-lock.json,tsconfig.json}",
];
const STAMP = ".next/sources.sha256";

/**
 * Server action ids are hashes of this salt, a file and a name. A fixed salt lets builds of the same source accept each
 * other's forms. It is no secret: a running site encrypts with its own key.
 */
const ACTION_SALT = createHash("sha256").update("bankside server actions").digest("base64");

/** Resolves to the exit code. */
export async function build(): Promise<number> {
  const sources = hashSources();
  rmSync(STAMP, { force: true });
  await bundleEmbed(SERVED_EMBED);
  await bundlePageScript();
  // Needs development packages, which a server that imports this file has not.
  const { packSdk } = await import("./sdk.ts");
  const code =
    (await packSdk()) ||
    (await runNode([NEXT, "build"], {
      NODE_ENV: "production",
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_SALT,
    }));
  if (code === 0) writeFileSync(STAMP, sources);
  return code;
}

export async function buildIfStale(): Promise<number> {
  if (isBuilt() && readFileSync(STAMP, "utf8") === hashSources()) return 0;
  say("Building the site with next build, which takes about half a minute …");
  const startedAt = performance.now();
  const code = await build();
  if (code === 0) say(`Site built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return code;
}

export function isBuilt(): boolean {
  const made = [STAMP, ".next/BUILD_ID", SERVED_EMBED, PACKED_FOLDER];
  return made.every((path) => existsSync(path)) && isPageScriptBuilt();
}

/** A change in any of them makes the build stale. */
export function sourcePaths(): string[] {
  const isTest = (path: string) => path.endsWith(".test.ts") || path.startsWith("lib/testing/");
  const folders = [PACKED_FOLDER, PAGE_SCRIPT_FOLDER];
  const isMade = (path: string) =>
    path === SERVED_EMBED || folders.some((folder) => path.startsWith(folder));
  const isSource = (path: string) => !isTest(path) && !isMade(path);
  const paths = globSync(SOURCES).map((path) => path.replaceAll("\\", "/"));
  return paths.filter(isSource).sort();
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const path of sourcePaths()) {
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
