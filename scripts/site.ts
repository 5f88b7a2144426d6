import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { bundleEmbed, SERVED_EMBED } from "./embed.ts";
import { NEXT, runNode, say } from "./node.ts";

const SOURCES = [
  "{app,components,lib,public}/**/*",
  "sdk/*/src/**/*",
  "scripts/{site,embed}.ts",
  "{proxy,instrumentation,instrumentation-node,next.config}.ts",
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
  const code = await runNode([NEXT, "build"], {
    NODE_ENV: "production",
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_SALT,
  });
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
  return [STAMP, ".next/BUILD_ID", SERVED_EMBED].every((path) => existsSync(path));
}

/** A change in any of them makes the build stale. */
export function sourcePaths(): string[] {
  const isTest = (path: string) => path.endsWith(".test.ts") || path.startsWith("lib/testing/");
  const isSource = (path: string) => !isTest(path) && path !== SERVED_EMBED;
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
