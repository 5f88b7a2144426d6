import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { runNpm } from "./child.mjs";
import { compileEmbed, EMBED_FOLDER, PACKED_FOLDER } from "./embed.ts";
import { isEntry, runNode, say } from "./node.ts";

const FOLDER = "sdk/js";
const KIT_FOLDER = "sdk/playwright";
const FOLDERS = [FOLDER, EMBED_FOLDER, KIT_FOLDER];
// The SDK runs in apps and requires no version of Node.
const DELIBERATE = new Set(["USE_ENGINES_NODE"]);
const TSC = "node_modules/typescript/bin/tsc";

/** For both `import` and `require`. */
export async function compileSdk(outDir: string): Promise<number> {
  rmSync(outDir, { recursive: true, force: true });
  for (const [project, kind] of [
    ["tsconfig.json", "esm"],
    ["tsconfig.cjs.json", "cjs"],
  ] as const) {
    const options = ["--project", join(FOLDER, project), "--outDir", join(resolve(outDir), kind)];
    const code = await runNode([TSC, ...options]);
    if (code !== 0) return code;
  }
  fixDeclarations(outDir);
  const kindOfCjs = JSON.stringify({ type: "commonjs", sideEffects: false });
  writeFileSync(join(outDir, "cjs/package.json"), `${kindOfCjs}\n`);
  return 0;
}

export async function compileEmbedPackage(outDir: string): Promise<number> {
  rmSync(outDir, { recursive: true, force: true });
  const code = await compileEmbed(outDir);
  if (code === 0) fixDeclarations(outDir);
  return code;
}

export async function compileKit(outDir: string): Promise<number> {
  rmSync(outDir, { recursive: true, force: true });
  const project = join(KIT_FOLDER, "tsconfig.json");
  const esm = join(resolve(outDir), "esm");
  const code = await runNode([TSC, "--project", project, "--outDir", esm]);
  if (code === 0) fixDeclarations(outDir);
  return code;
}

// The compiler leaves `./x.ts` in declarations, where no `x.ts` exists.
function fixDeclarations(outDir: string): void {
  for (const path of globSync(join(outDir, "**/*.d.ts"))) {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
}

export async function problemsOf(folder: string): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
  return messages
    .filter(({ code }) => !DELIBERATE.has(code))
    .map((message) => formatMessage(message, pkg) ?? message.code);
}

async function compileAll(): Promise<number> {
  const codes = await Promise.all([
    compileSdk(join(FOLDER, "dist")),
    compileEmbedPackage(join(EMBED_FOLDER, "dist")),
    compileKit(join(KIT_FOLDER, "dist")),
  ]);
  return codes.find((code) => code !== 0) ?? 0;
}

/** Packs the packages for `npm install https://…/sdk/<name>.tgz`. */
export async function packSdk(): Promise<number> {
  const code = await compileAll();
  if (code !== 0) return code;
  rmSync(PACKED_FOLDER, { recursive: true, force: true });
  mkdirSync(PACKED_FOLDER, { recursive: true });
  const paths = FOLDERS.map((folder) => `./${folder}`);
  const options = ["--pack-destination", PACKED_FOLDER, "--loglevel=error"];
  const packed = await runNpm(["pack", ...options, ...paths]);
  for (const file of globSync(join(PACKED_FOLDER, "*.tgz"))) {
    renameSync(file, file.replace(/bankside-(\w+)-[^/\\]+\.tgz$/, "$1.tgz"));
  }
  return packed;
}

/** Builds the packages and checks the result. */
async function buildSdk(): Promise<number> {
  const code = await compileAll();
  if (code !== 0) return code;
  const problems = (await Promise.all(FOLDERS.map(problemsOf))).flat();
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

if (isEntry(import.meta.url)) process.exitCode = await buildSdk();
