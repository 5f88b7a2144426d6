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
 * The ids of server actions are hashes of this, a file and a name: fixed, so that every build of the same source takes the
 * forms of the others. It protects nothing: what it would encrypt, a running site encrypts with a key of its own.
 */
const ACTION_SALT = createHash("sha256").update("bankside server actions").digest("base64");

/** Builds the site for production and notes from which sources; resolves to the exit code. */
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

/** Builds unless the last build was made from these very sources. */
export async function buildIfStale(): Promise<number> {
  if (isBuilt() && readFileSync(STAMP, "utf8") === hashSources()) return 0;
  say("Building the site with next build, which takes about half a minute …");
  const startedAt = performance.now();
  const code = await build();
  if (code === 0) say(`Site built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return code;
}

/** Tells whether a finished build is there. */
export function isBuilt(): boolean {
  return [STAMP, ".next/BUILD_ID", SERVED_EMBED].every((path) => existsSync(path));
}

/** Paths of all that a build is made from: once one of them changes, the build is stale. */
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
