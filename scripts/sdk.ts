import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { compileEmbed, EMBED_FOLDER } from "./embed.ts";
import { runNode, say } from "./node.ts";

const FOLDER = "sdk/js";
const KIT_FOLDER = "sdk/playwright";
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

/** Builds the packages and checks the result. */
async function buildSdk(): Promise<number> {
  const code =
    (await compileSdk(join(FOLDER, "dist"))) ||
    (await compileEmbedPackage(join(EMBED_FOLDER, "dist"))) ||
    (await compileKit(join(KIT_FOLDER, "dist")));
  if (code !== 0) return code;
  const folders = [FOLDER, EMBED_FOLDER, KIT_FOLDER];
  const problems = (await Promise.all(folders.map(problemsOf))).flat();
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await buildSdk();
